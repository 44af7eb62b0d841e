import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { BatchSettings } from '#shared/contract/batch.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { JudgedPair, PairOutcome } from '#shared/contract/judging.ts';
import type { VoteChoice } from '#shared/contract/votes.ts';
import type { AgentSpec } from '#shared/domain/agent.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { neutral, supportCalls, writeNeutral } from '../fixtures/dialogues.ts';
import {
  type AskedVerdict,
  prefersLonger,
  prefersTruth,
  readQuestion,
  verdict,
} from '../fixtures/judge-model.ts';
import { type ChatBody, type ModelServer, startModelServer } from '../fixtures/model-server.ts';
import { killed, said, startScript } from '../fixtures/other-process.ts';
import {
  copiesOf,
  ended,
  importFiles,
  makeProject,
  openPage,
  resultOf,
  startTestBackend,
  type TestProject,
  tagWith,
} from '../fixtures/project.ts';
import { foundIn } from '../fixtures/search-bytes.ts';
import { connectServer } from '../fixtures/tagging-model.ts';

type Columns = BatchSettings['columns'];
type JudgingInput = Omit<Parameters<DialogramClient['judging']['start']>[0], 'batch' | 'judge'>;

const byModel = (provider: string, ...methods: string[]): Columns =>
  methods.map((method) => ({
    method,
    answerer: { kind: 'model', provider, model: 'small-model', temperature: 0, seed: 1, maxOutputTokens: 64 },
  }));

const differentCalls = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const word = [...String(index)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('a');
    return neutral(
      `call-${index}`,
      `u: Where is the parcel for ${word}?`,
      `s: The parcel for ${word} is on its way.`,
      `u: When does ${word} get it?`,
      `s: Tomorrow, ${word}.`,
    );
  });

/** Answers are short without examples and long with them; requests to a judge go to `judge`. */
async function serve(
  judge: (asked: AskedVerdict) => string,
  refuse: () => number | 'hang' | null = () => null,
  weigh?: (asked: AskedVerdict) => Readonly<Record<string, number>>,
): Promise<ModelServer> {
  return startModelServer({
    weigh: (body) => {
      const asked = readQuestion(body);
      return asked && weigh ? weigh(asked) : null;
    },
    behave({ body }) {
      const how = readQuestion(body as never) ? refuse() : null;
      if (how === 'hang') return { kind: 'hang' };
      return how === null ? null : { kind: 'status', status: how, message: 'No.' };
    },
    answer(body) {
      const asked = readQuestion(body);
      if (asked) return judge(asked);
      const content = body.messages.at(-1)?.content ?? '';
      return content.includes('<example>') ? `Certainly, let me see to it (${content.length}).` : 'Yes.';
    },
  });
}

type DropFirst<All extends unknown[]> = All extends [unknown, ...infer Rest] ? Rest : never;

interface JudgingProject extends TestProject {
  readonly server: ModelServer;
  readonly provider: string;
  readonly batch: RunId;
}

interface Answering {
  readonly methods?: readonly string[];
  readonly sample?: number;
  readonly unit?: 'next-turn' | 'whole-dialogue';
  readonly calls?: number;
}

async function answer({
  methods = ['none', 'bm25-last'],
  sample = 20,
  unit = 'next-turn',
  calls = 240,
}: Answering): Promise<TestProject> {
  const server = await serve(() => '');
  const project = await makeProject(differentCalls(calls));
  await tagWith(project.client, 'offline');
  const provider = await connectServer(project.client, server);
  const { job } = await project.client.batch.start({
    columns: byModel(provider, ...methods),
    answering: { unit },
    sample,
  });
  await resultOf(project.client, job);
  return project;
}

const alike = new Map<string, () => Promise<TestProject>>();

async function answered(
  judge: (asked: AskedVerdict) => string,
  answering: Answering = {},
  ...refuse: DropFirst<Parameters<typeof serve>>
): Promise<JudgingProject> {
  const key = JSON.stringify(answering);
  const copy = alike.get(key) ?? copiesOf(() => answer(answering));
  alike.set(key, copy);
  const [server, project] = [await serve(judge, ...refuse), await copy()];
  const { client } = project;
  const [{ id }] = (await client.providers.list()).providers;
  const [{ run: batch }] = await client.batch.runs();
  return { ...project, server, provider: await connectServer(client, server, { id }), batch };
}

const settingsOf = (
  { provider, batch }: Pick<JudgingProject, 'provider' | 'batch'>,
  given: JudgingInput = {},
) => ({
  // Most judges here are caricatures, which no check would pass.
  check: 0,
  ...given,
  batch,
  judge: { provider, model: 'large-model' },
});

async function judge(project: JudgingProject, given: JudgingInput = {}): Promise<RunId> {
  const { job, run } = await project.client.judging.start(settingsOf(project, given));
  expect(await resultOf(project.client, job)).toEqual({ run });
  return run;
}

const questions = ({ server }: Pick<JudgingProject, 'server'>): string[] =>
  server.chats().flatMap(({ body, text }) => (readQuestion(body as never) ? [text] : []));

const everyPair = async (client: DialogramClient, run: RunId): Promise<JudgedPair[]> =>
  (await client.judging.pairs({ run, limit: 1000 })).items;

function rowsOf(path: string, table: 'judgements' | 'judged_pairs'): Record<string, unknown>[] {
  const database = new Database(path, { readonly: true });
  try {
    return database.prepare(`SELECT * FROM ${table}`).all() as Record<string, unknown>[];
  } finally {
    database.close();
  }
}

describe('the check of a judge', () => {
  it('asks no further if the judge goes by position, and says why', async () => {
    const project = await answered(() => verdict('first', 'I saw it first.'));
    const run = await judge(project, { check: 10, sample: 2 });
    // Ten test pairs of the whole batch run in both orders, and none of the pairs to judge.
    expect(questions(project)).toHaveLength(20);
    const [shown] = await project.client.judging.runs({ batch: null });
    expect(shown.check).toMatchObject({ pairs: 10, right: 0, ties: 10, accuracy: 0.5, passed: false });
    expect(shown.counts.judged).toBe(0);
    expect(shown.warnings[0]).toMatch(
      /^large-model is not used as a judge, because .* in only 50\.0 % of 10 test pairs/,
    );
    expect(shown.run).toBe(run);
  });

  it('lets a judge go on that finds the true reply, and is part of the estimate', async () => {
    const project = await answered(prefersTruth);
    const settings = settingsOf(project, { check: 10 });
    const estimate = await project.client.judging.estimate(settings);
    expect(estimate).toMatchObject({ check: 10, requests: 2 * (estimate.counts.open + 10) });
    await judge(project, { check: 10 });
    const [shown] = await project.client.judging.runs({ batch: null });
    expect(shown.check).toMatchObject({ pairs: 10, right: 10, ties: 0, accuracy: 1, passed: true });
    expect(shown.counts).toMatchObject({ open: 0, judged: estimate.counts.open });
    expect(questions(project)).toHaveLength(estimate.requests);
  });
});

describe('a judge', () => {
  it('that looks only at the position prefers nobody', async () => {
    const project = await answered(() => verdict('first', 'I saw it first.'));
    const { client } = project;
    const run = await judge(project);
    expect(questions(project)).toHaveLength(40);
    const { pairs, all } = await client.judging.summary({ run });
    expect(pairs).toHaveLength(1);
    expect(pairs[0]).toMatchObject({
      counts: { judged: 20, same: 0, flagged: 0, unanswered: 0, open: 0 },
      wins: 0,
      ties: 20,
      losses: 0,
      counted: 20,
      few: true,
      rate: { estimate: 0.5, lower: 0.5, upper: 0.5 },
      decided: { trials: 0, share: null },
      // The published order always shows the baseline first, so the baseline would always win.
      printed: { wins: 0, ties: 0, losses: 20, rate: { estimate: 0 } },
    });
    expect(all.forShownFirst).toMatchObject({ successes: 40, trials: 40, share: 1 });
    expect(all.consistent).toMatchObject({ successes: 0, trials: 20 });
    const ties = await client.judging.pairs({ run, filter: 'inconsistent' });
    expect(ties.total).toBe(20);
    expect(
      ties.items[0].judgements.map(({ baselineFirst, says, reason }) => [baselineFirst, says, reason]),
    ).toEqual([
      [true, 'baseline', 'I saw it first.'],
      [false, 'column', 'I saw it first.'],
    ]);
    expect((await client.judging.pairs({ run, filter: 'won' })).total).toBe(0);
  });

  it('that says how likely each verdict was is averaged over both orders', async () => {
    // It goes by position, and is a little surer if the longer answer stands there.
    const project = await answered(
      () => verdict('first', 'I saw it first.'),
      {},
      () => null,
      ({ first, second }) =>
        first.length > second.length
          ? { first: 0.8, second: 0.1, tie: 0.1 }
          : { first: 0.7, second: 0.2, tie: 0.1 },
    );
    const { client } = project;
    const run = await judge(project);
    const { pairs, all } = await client.judging.summary({ run });
    expect(pairs[0]).toMatchObject({ wins: 20, ties: 0, losses: 0, rate: { estimate: 1 } });
    expect(all.consistent).toMatchObject({ successes: 0, trials: 20 });
    expect((await client.judging.table()).groups[0]?.rows[0]?.cells[0]).toMatchObject({ wins: 20 });
    const [shown] = (await client.judging.pairs({ run, filter: 'won' })).items;
    expect(shown).toMatchObject({ outcome: 'column', consistent: false });
    expect(shown?.judgements.map(({ says, weights }) => [says, weights?.column])).toEqual([
      ['baseline', expect.closeTo(0.2, 9)],
      ['column', expect.closeTo(0.8, 9)],
    ]);
    // A cached answer keeps its probabilities.
    const asked = questions(project).length;
    const again = await judge(project);
    expect(questions(project)).toHaveLength(asked);
    expect((await client.judging.summary({ run: again })).pairs[0]).toMatchObject({ wins: 20 });
  });

  it('that looks only at the length is exposed, and fills the table', async () => {
    const project = await answered(prefersLonger, { methods: ['none', 'bm25-last', 'random'] });
    const { client } = project;
    const run = await judge(project);
    const { pairs, all } = await client.judging.summary({ run });
    expect(all.longerWon).toMatchObject({ successes: 40, trials: 40, share: 1 });
    expect(all.consistent).toMatchObject({ share: 1, trials: 40 });
    expect(all.forShownFirst.share).toBe(0.5);
    for (const { baseline, wins, rate, printed, characters } of pairs) {
      expect(baseline.column.method).toBe('none');
      expect([wins, rate.estimate, printed.rate.estimate]).toEqual([20, 1, 1]);
      expect(characters.baseline).toBe('Yes.'.length);
      expect(characters.column).toBeGreaterThan(20);
    }
    const { groups } = await client.judging.table();
    expect(groups).toHaveLength(1);
    const [{ judge: by, methods, rows, settings }] = groups;
    expect(by).toEqual({ provider: project.provider, model: 'large-model' });
    expect(methods.map(({ column }) => column.method)).toEqual(['bm25-last', 'random']);
    expect(settings).toBe(1);
    expect(rows.map(({ source }) => source?.name.replace(/^.*\//, '') ?? null)).toEqual([
      null,
      'calls.jsonl',
    ]);
    for (const { cells } of rows)
      expect(cells).toMatchObject([
        { rate: { estimate: 1 }, counted: 20, wins: 20, runs: [run] },
        { rate: { estimate: 1 }, counted: 20, wins: 20, runs: [run] },
      ]);
    // When the same judge judges again, the newer verdict counts, and nothing counts twice.
    const asked = questions(project).length;
    const again = await judge(project, { sample: 5 });
    expect(questions(project)).toHaveLength(asked);
    const [first] = (await client.judging.table()).groups;
    expect(first.rows[0].cells[0]).toMatchObject({ counted: 20, runs: [run, again] });
    // A missing verdict does not count as 0.
    await importFiles(client, [writeNeutral(project.folder, 'more.jsonl', supportCalls(40, 'more'))]);
    const [{ rows: more, average }] = (await client.judging.table()).groups;
    // By file name, because a source's name also contains the test's temporary folder.
    const byFile = more.map(({ source, cells }) => [
      source?.name.replace(/^.*\//, '') ?? 'all',
      cells.map((cell) => cell?.counted ?? null),
    ]);
    expect(Object.fromEntries(byFile)).toEqual({
      all: [20, 20],
      'calls.jsonl': [20, 20],
      'more.jsonl': [null, null],
    });
    expect(average).toEqual([null, null]);
    // Once both corpora are judged, each has the same weight in the average.
    await tagWith(client, 'offline');
    const { job, run: batch } = await client.batch.start({
      columns: byModel(project.provider, 'none', 'bm25-last'),
      sample: 1000,
    });
    await resultOf(client, job);
    await judge({ ...project, batch });
    const [both] = (await client.judging.table()).groups;
    expect(both.rows.map(({ cells: [cell] }) => cell !== null)).toEqual([true, true, true]);
    expect(both.average).toMatchObject([{ sources: 2, rate: { estimate: 1 } }, null]);
  });

  it('fills the same table if the baseline was the second column', async () => {
    const project = await answered(prefersLonger, { methods: ['bm25-last', 'none'], sample: 8 });
    const { client } = project;
    await judge(project, { compare: { kind: 'every' } });
    const every = (await client.judging.table()).groups;
    expect(every).toHaveLength(1);
    expect(every[0].baseline.column.method).toBe('none');
    await judge(project);
    const [own] = (await client.judging.table()).groups;
    const figuresOf = ({ rows }: (typeof every)[number]) =>
      rows.flatMap(({ cells }) => cells.map((cell) => cell && { ...cell, runs: [] }));
    expect(figuresOf(every[0])).toEqual(figuresOf(own));
    expect(own.rows[0].cells[0]?.counted).toBe(8);
  });

  it('is asked again for an invalid verdict', async () => {
    let left = 1;
    const project = await answered((asked) =>
      !asked.again && left-- > 0 ? 'The first one, I would say.' : prefersLonger(asked),
    );
    const run = await judge(project);
    const sent = questions(project);
    expect(sent).toHaveLength(41);
    expect(
      sent.filter((text) => text.includes('It was not a single JSON object. Keep to the form')),
    ).toHaveLength(1);
    const pairs = await everyPair(project.client, run);
    const twice = pairs.flatMap(({ judgements }) => judgements.filter(({ asked }) => asked === 2));
    expect(twice).toMatchObject([{ says: 'column', problem: null, answer: null, cached: false }]);
    const { pairs: figures } = await project.client.judging.summary({ run });
    expect(figures[0]).toMatchObject({ wins: 20, counts: { judged: 20, flagged: 0 } });
  });

  it('with two invalid verdicts is flagged and not counted', async () => {
    let hidden = '';
    const project = await answered((asked) => {
      hidden ||= asked.dialogue;
      return asked.dialogue === hidden ? '{"verdict":"first"}' : prefersLonger(asked);
    });
    const { client } = project;
    const run = await judge(project);
    const { total, items } = await client.judging.pairs({ run, filter: 'flagged' });
    expect(total).toBeGreaterThan(0);
    expect(items[0]).toMatchObject({ outcome: null, consistent: null });
    for (const one of items[0].judgements)
      expect(one).toMatchObject({
        says: null,
        reason: null,
        problem: '"reason" was empty.',
        answer: '{"verdict":"first"}',
        asked: 2,
      });
    const before = questions(project).length;
    expect(before).toBe(2 * 20 + 2 * total);
    const { pairs } = await client.judging.summary({ run });
    expect(pairs[0]).toMatchObject({ wins: 20 - total, counted: 20 - total, counts: { flagged: total } });
    // Nothing is paid for twice, not even what could not be parsed.
    const again = await judge(project);
    expect(questions(project)).toHaveLength(before);
    const [found] = await client.judging.runs({ batch: project.batch });
    expect(found).toMatchObject({ run: again, account: { requests: 0, cached: before, costUsd: 0 } });
    expect(
      (await everyPair(client, again)).every(({ judgements }) => judgements.every((one) => one.cached)),
    ).toBe(true);
  });

  it('is not asked about equal or missing answers', async () => {
    const project = await answered(() => verdict('first'), { methods: ['none', 'bm25-last', 'random'] });
    const { client, path } = project;
    const database = new Database(path);
    database.exec(`
      UPDATE batch_rows SET answers = '["Yes. "]' WHERE place = 1;
      UPDATE batch_rows SET problem = 'It failed.', answers = '[null]' WHERE place = 2 AND item < 4;
    `);
    database.close();
    const estimate = await client.judging.estimate(settingsOf(project));
    expect(estimate).toMatchObject({
      items: 20,
      requests: 32,
      counts: { open: 16, same: 20, unanswered: 4 },
    });
    const run = await judge(project);
    expect(questions(project)).toHaveLength(32);
    const { pairs } = await client.judging.summary({ run });
    expect(pairs[0]).toMatchObject({
      wins: 0,
      ties: 0,
      losses: 0,
      counted: 20,
      rate: { estimate: 0.5 },
      counts: { same: 20, judged: 0 },
      consistent: { trials: 0 },
    });
    expect(pairs[1]).toMatchObject({ counted: 16, ties: 16, counts: { unanswered: 4, judged: 16 } });
    const [found] = await client.judging.runs();
    expect(found.warnings[0]).toMatch(/^4 pairs of answers were not judged/);
    expect((await client.judging.pairs({ run, pair: 0, filter: 'same' })).total).toBe(20);
    expect((await client.judging.pairs({ run, filter: 'unanswered' })).items[0].turns[0].column).toBeNull();
  });

  it('judges whole dialogues with all customer turns, and every pair on request', async () => {
    const project = await answered(() => verdict('tie'), {
      methods: ['none', 'bm25-last', 'random'],
      sample: 3,
      unit: 'whole-dialogue',
    });
    const { client } = project;
    const database = new Database(project.path);
    for (const place of [0, 1, 2])
      for (const { item, turns } of database
        .prepare('SELECT item, rounds AS turns FROM batch_items')
        .all() as {
        item: number;
        turns: string;
      }[])
        database
          .prepare('UPDATE batch_rows SET problem = NULL, answers = ? WHERE item = ? AND place = ?')
          .run(
            JSON.stringify((JSON.parse(turns) as number[]).map((turn) => `Answer ${place} to ${turn}.`)),
            item,
            place,
          );
    database.close();
    const run = await judge(project, { compare: { kind: 'every' } });
    expect(questions(project)).toHaveLength(3 * 3 * 2);
    const [{ dialogue, turns: judgedTurns, item, asked }] = await everyPair(client, run);
    const { turns } = await client.corpus.dialogue({ dialogue });
    const { messages } = await client.judging.question({
      settings: settingsOf(project, { compare: { kind: 'every' } }),
      item,
      baselineFirst: false,
    });
    const shown = readQuestion({ messages });
    expect(shown?.dialogue.split('\n')).toHaveLength(turns.filter(({ role }) => role === 'user').length);
    expect(shown?.dialogue).toContain(asked);
    expect(shown?.truth.split('\n')).toEqual(judgedTurns.map(({ truth }) => truth));
    expect(shown?.first.split('\n')).toEqual(judgedTurns.map(({ column }) => column));
    expect(shown?.second.split('\n')).toEqual(judgedTurns.map(({ baseline }) => baseline));
    const { pairs } = await client.judging.summary({ run });
    expect(pairs.map(({ baseline, column }) => [baseline.column.method, column.column.method])).toEqual([
      ['none', 'bm25-last'],
      ['none', 'random'],
      ['bm25-last', 'random'],
    ]);
  });
});

describe('a judging run', () => {
  it('pauses at its budget and continues with more, asking nothing twice', async () => {
    const project = await answered(prefersLonger);
    const { client } = project;
    const estimate = await client.judging.estimate(settingsOf(project));
    expect(estimate).toMatchObject({ requests: 40, drafted: 24, kept: 0 });
    expect(estimate.tokens.most).toBeGreaterThan(estimate.tokens.likely);
    const { job, run } = await client.judging.start(
      settingsOf(project, { budgetTokens: Math.round(estimate.tokens.most / 20) }),
    );
    expect(await ended(client, job)).toMatchObject({ state: 'paused', reason: { code: 'budget' } });
    const [paused] = await client.judging.runs();
    expect(paused).toMatchObject({ run, state: 'paused', reason: { code: 'budget' } });
    expect(paused.counts.judged).toBeGreaterThan(0);
    expect(paused.counts.open).toBeGreaterThan(0);
    await client.judging.goOn({ run, limits: { budgetTokens: null } });
    expect(await ended(client, job)).toMatchObject({ state: 'done' });
    const sent = questions(project);
    expect([sent.length, new Set(sent).size]).toEqual([40, 40]);
    const [done] = await client.judging.runs();
    expect(done).toMatchObject({ state: 'done', counts: { judged: 20 }, account: { requests: 40 } });
    expect(done.account.tokens.input).toBeGreaterThan(0);
  });

  it('pauses if the server refuses, and asks again after faults', async () => {
    let status: number | null = 401;
    const project = await answered(prefersLonger, {}, () => status);
    const { client } = project;
    const { job, run } = await client.judging.start(settingsOf(project));
    expect(await ended(client, job)).toMatchObject({ state: 'paused', reason: { code: 'provider' } });
    status = null;
    await client.jobs.resume({ job });
    expect(await ended(client, job)).toMatchObject({ state: 'done' });
    expect((await client.judging.summary({ run })).pairs[0].wins).toBe(20);
  });

  it('sends nothing to a host whose approval was withdrawn, and continues once it is restored', async () => {
    const project = await answered(prefersLonger, { sample: 4 });
    const { client, provider } = project;
    const { consent } = (await client.providers.list()).providers.find(({ id }) => id === provider) ?? {};
    await client.providers.withdraw({ id: provider });
    const { job, run } = await client.judging.start(settingsOf(project));
    expect(await ended(client, job)).toMatchObject({ state: 'paused' });
    expect(questions(project)).toEqual([]);
    await client.providers.consent({ id: provider, host: consent?.origin ?? '' });
    await client.judging.goOn({ run });
    expect(await ended(client, job)).toMatchObject({ state: 'done' });
    expect(questions(project).length).toBeGreaterThan(0);
  });

  it('uses the prompt version that it started with, and a schema', async () => {
    const project = await answered(prefersLonger, { sample: 4 });
    const { client, server } = project;
    const { version, text } = await client.judging.prompt();
    const saved = await client.judging.savePrompt({ text: 'Say which one is longer.' });
    const judged = { provider: project.provider, model: 'large-model' };
    const runs: RunId[] = [];
    for (const promptVersion of [null, version]) {
      const { job, run } = await client.judging.start({
        ...settingsOf(project),
        judge: judged,
        promptVersion,
      });
      await resultOf(client, job);
      runs.push(run);
    }
    const sent = server
      .chats()
      .flatMap(({ body }) => (readQuestion(body as never) ? [body as never as ChatBody] : []));
    const prompts = sent.map(({ messages }) => messages[0].content);
    expect(prompts).toHaveLength(16);
    expect(prompts.filter((prompt) => prompt === saved.text)).toHaveLength(8);
    expect(prompts.filter((prompt) => prompt === text)).toHaveLength(8);
    expect(sent.every((body) => JSON.stringify(body.response_format).includes('"verdict"'))).toBe(true);
    const found = await client.judging.runs();
    expect(found.map(({ run, settings }) => [run, settings.promptVersion])).toEqual([
      [runs[1], version],
      [runs[0], saved.version],
    ]);
    expect((await client.judging.table()).groups[0].settings).toBe(2);
  });

  it('keeps its verdicts when it is canceled', async () => {
    const project = await answered(prefersLonger, { sample: 40, calls: 300 });
    const { client, path } = project;
    const { job, run } = await client.judging.start(settingsOf(project));
    await expect
      .poll(() => rowsOf(path, 'judgements').length, { timeout: 600_000, interval: 5 })
      .toBeGreaterThan(0);
    await client.jobs.cancel({ job });
    expect((await ended(client, job)).state).toBe('cancelled');
    const [found] = await client.judging.runs();
    expect(found).toMatchObject({ run, state: 'cancelled', pairsInAll: found.items });
    expect(2 * found.counts.judged).toBe(rowsOf(path, 'judgements').length);
  });

  it('repeats no call after kill -9 half way', async () => {
    const half = 40;
    let asked = 0;
    let isKilled = false;
    // It is killed in the middle, however fast it is.
    const project = await answered(prefersLonger, { sample: 40, calls: 300 }, () =>
      isKilled || ++asked <= half ? null : 'hang',
    );
    await project.backend.stop();
    const child = startScript('run-lasting.ts', [
      'judging',
      project.path,
      join(project.folder, 'settings'),
      JSON.stringify(settingsOf(project)),
    ]);
    await said(child, 'started');
    const before = () => questions(project).length;
    await expect.poll(before, { timeout: 600_000, interval: 10 }).toBeGreaterThan(half);
    await killed(child);
    isKilled = true;
    const kept = rowsOf(project.path, 'judgements');
    const { client } = openPage(startTestBackend(project.folder));
    await client.projects.open({ path: project.path });
    const [paused] = await client.judging.runs();
    expect(paused).toMatchObject({ state: 'paused', reason: { code: 'interrupted' } });
    expect(paused.counts.open).toBeGreaterThan(0);
    expect(kept.length).toBeGreaterThan(0);
    const { job } = await client.judging.goOn({ run: paused.run });
    expect(await ended(client, job)).toMatchObject({ state: 'done' });
    const [done] = await client.judging.runs();
    const needed = 2 * done.counts.judged;
    expect(done.counts).toMatchObject({ open: 0, flagged: 0 });
    const sent = questions(project);
    expect(new Set(sent).size).toBe(needed);
    // Only requests in flight when it was killed, at most one per line, may have been sent twice.
    expect(sent.length - needed).toBeLessThanOrEqual(4);
    const after = rowsOf(project.path, 'judgements');
    expect(after).toHaveLength(needed);
    expect(
      after.filter((row) => kept.some((one) => JSON.stringify(one) === JSON.stringify(row))),
    ).toHaveLength(kept.length);
  });

  it('is exported unchanged, without formulas from a judge', async () => {
    const project = await answered(() => verdict('second', '=HYPERLINK("x")'));
    const { client, folder } = project;
    const run = await judge(project);
    const exported = async (to: 'csv' | 'jsonl') => {
      const { path } = await client.judging.export({ run, to, out: join(folder, `judged.${to}`) });
      return readFileSync(path, 'utf8');
    };
    const rows = parse(await exported('csv')) as string[][];
    expect(rows).toHaveLength(21);
    expect(rows[1].filter((cell) => cell === `'=HYPERLINK("x")`)).toHaveLength(2);
    const [head, ...lines] = (await exported('jsonl'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(head).toMatchObject({ kind: 'judging', run, state: 'done', summary: { pairs: [{ ties: 20 }] } });
    expect(lines).toHaveLength(20);
    expect(lines[0].judgements[0]).toMatchObject({ says: 'column', reason: '=HYPERLINK("x")' });
    const out = project.path;
    await expect(client.judging.export({ run, to: 'csv', out })).rejects.toMatchObject({ code: 'INVALID' });
  });

  it('is deleted with its batch run in a purge, including reasons', async () => {
    const word = 'vexomarntul';
    let marked = '';
    const project = await answered((asked) => {
      marked ||= asked.truth;
      return verdict('first', asked.truth === marked ? `So says ${word}.` : 'It is good.');
    });
    const { client, folder, path, backend } = project;
    const run = await judge(project);
    const pairs = await everyPair(client, run);
    const [told] = pairs.filter(({ judgements }) => judgements.some(({ reason }) => reason?.includes(word)));
    expect(foundIn(folder, [word]).length).toBeGreaterThan(0);
    const { dialogue } = told;
    expect(await client.purge.preview({ dialogues: [dialogue] })).toMatchObject({ batches: 1, judgings: 1 });
    const { job } = await client.purge.run({ dialogues: [dialogue], expected: 1 });
    expect((await ended(client, job)).state).toBe('done');
    expect(await client.judging.runs()).toEqual([]);
    expect((await client.judging.table()).groups).toEqual([]);
    expect([rowsOf(path, 'judgements'), rowsOf(path, 'judged_pairs')]).toEqual([[], []]);
    await backend.stop();
    expect(foundIn(folder, [word])).toEqual([]);
  });

  it('rejects invalid settings', async () => {
    const project = await answered(() => verdict('tie'), { methods: ['none', 'bm25-last'], sample: 2 });
    const { client } = project;
    const codeOf = (given: JudgingInput, judgedBy = project.provider) =>
      client.judging
        .start({ ...settingsOf(project, given), judge: { provider: judgedBy, model: 'unknown' } })
        .then(
          () => 'started',
          (error: { code: string }) => error.code,
        );
    const [none] = (await client.batch.runs())[0].columns;
    const listed = (...pairs: { baseline: string; column: string }[]): JudgingInput => ({
      compare: { kind: 'listed', pairs },
    });
    expect(await codeOf({}, 'nobody')).toBe('NOT_FOUND');
    expect(await codeOf({ compare: { kind: 'baseline', baseline: 'magic' } })).toBe('NOT_FOUND');
    expect(await codeOf(listed({ baseline: none.key, column: none.key }))).toBe('INVALID');
    expect(await codeOf({ promptVersion: 9 })).toBe('NOT_FOUND');
    expect(questions(project)).toEqual([]);
  });
});

describe('agreement with a person', () => {
  it('compares the same turns, columns and answers', async () => {
    const server = await serve(prefersLonger);
    const project = await makeProject(supportCalls(240));
    const { client, session } = project;
    await tagWith(client, 'offline');
    const provider = await connectServer(client, server);
    const columns = ['random', 'bm25-last'].map(
      (method): AgentSpec => ({ method, answerer: { kind: 'consensus' } }),
    );
    const begun = await client.batch.start({ columns, sample: 10_000 });
    await resultOf(client, begun.job);
    const judged = { ...project, server, provider, batch: begun.run };
    const run = await judge(judged, { compare: { kind: 'baseline', baseline: 'random/consensus' } });
    const outcomes = new Map<string, PairOutcome | null>();
    for (const { dialogue, turn, outcome } of await everyPair(client, run))
      outcomes.set(`${dialogue} ${turn}`, outcome);

    // The person agrees 5 times, disagrees once and calls one a tie. κ of the six decided is (5/6 − 1/2) / (1 − 1/2) =
    // 2/3.
    const quota: Record<'column' | 'baseline', (PairOutcome | 'both-bad')[]> = {
      column: ['column', 'column', 'column', 'baseline', 'both-bad'],
      baseline: ['baseline', 'baseline'],
    };
    const { database } = session.project();
    let pass: number | null = null;
    const voted: number[] = [];
    while (quota.column.length + quota.baseline.length > 0) {
      const { pair } = await client.votes.next({ columns, pass });
      if (!pair) throw new Error('There were not enough pairs to vote on.');
      const drawn = database
        .prepare(
          `SELECT dialogue_id AS dialogue, round AS turn, a ->> '$.key' AS a FROM vote_pairs WHERE id = ?`,
        )
        .get(pair.pair) as { dialogue: number; turn: number; a: string };
      const verdictThere = outcomes.get(`${drawn.dialogue} ${drawn.turn}`);
      const says =
        verdictThere === 'column' || verdictThere === 'baseline' ? quota[verdictThere].shift() : undefined;
      pass = says === undefined ? pair.pair : null;
      if (says === undefined) continue;
      const isColumnA = drawn.a.startsWith('bm25-last');
      const choice: VoteChoice =
        says === 'both-bad' || says === 'tie' ? 'both-bad' : (says === 'column') === isColumnA ? 'a' : 'b';
      await client.votes.vote({ pair: pair.pair, choice });
      voted.push(pair.pair);
    }
    const agreement = async () => (await client.judging.summary({ run })).all.agreement;
    // A blind vote can still be changed, so it is compared with nothing.
    expect((await agreement()).same.trials).toBe(0);
    await client.votes.revealAll({ unit: 'next-turn' });
    const found = await agreement();
    expect(found.same).toMatchObject({ successes: 5, trials: 7 });
    expect(found.kappa).toBeCloseTo(2 / 3, 12);
    expect(found).toMatchObject({ decidedByBoth: 6, otherAnswers: 0 });
    // A vote on another answer of the same column does not count for this one.
    database
      .prepare(`UPDATE vote_pairs SET a = json_set(a, '$.turns[0].text', 'Something else.') WHERE id = ?`)
      .run(voted[0]);
    expect(await agreement()).toMatchObject({ same: { trials: 6 }, otherAnswers: 1 });
  });
});
