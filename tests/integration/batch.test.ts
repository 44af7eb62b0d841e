import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { BatchSettings } from '#shared/contract/batch.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { cli } from '../fixtures/command-line.ts';
import { type NeutralDialogue, neutral, supportCalls } from '../fixtures/dialogues.ts';
import { startModelServer } from '../fixtures/model-server.ts';
import { killed, said, startScript } from '../fixtures/other-process.ts';
import {
  copiesOf,
  ended,
  makeProject,
  openPage,
  prepareIndex,
  resultOf,
  startTestBackend,
  type TestProject,
  tagWith,
} from '../fixtures/project.ts';
import { connectServer } from '../fixtures/tagging-model.ts';
import { virtualTime } from '../fixtures/virtual-time.ts';

type Columns = BatchSettings['columns'];
type BatchInput = Parameters<DialogramClient['batch']['start']>[0];

const byConsensus = (...methods: string[]): Columns =>
  methods.map((method) => ({ method, answerer: { kind: 'consensus' } }));

const byModel = (provider: string, ...methods: string[]): Columns =>
  methods.map((method) => ({
    method,
    answerer: { kind: 'model', provider, model: 'small-model', temperature: 0, seed: 1, maxOutputTokens: 64 },
  }));

async function tagged(dialogues: readonly NeutralDialogue[]): Promise<TestProject> {
  const project = await makeProject(dialogues);
  await tagWith(project.client, 'offline');
  await prepareIndex(project.client);
  return project;
}

const setUp = copiesOf(() => tagged(supportCalls(160)));

async function run(client: DialogramClient, settings: BatchInput): Promise<RunId> {
  const { job, run: id } = await client.batch.start(settings);
  expect(await resultOf(client, job)).toEqual({ run: id });
  return id;
}

const everyRow = async (client: DialogramClient, id: RunId) =>
  (await client.batch.rows({ run: id, limit: 1000 })).items;

function reading<Found>(path: string, look: (database: Database.Database) => Found): Found {
  const database = new Database(path, { readonly: true });
  try {
    return look(database);
  } finally {
    database.close();
  }
}

/** Returns the rows as stored. A row that is written again gets another id. */
const storedRows = (path: string) =>
  reading(
    path,
    (database) =>
      database.prepare('SELECT id, item, place, answers FROM batch_rows ORDER BY id').all() as {
        id: number;
        item: number;
        place: number;
        answers: string;
      }[],
  );

const countRows = (path: string): number =>
  reading(path, (database) => database.prepare('SELECT count(*) FROM batch_rows').pluck().get() as number);

/** Calls that are held out by their ids like all dialogues, with no two texts alike. */
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

describe('a batch run without a model', () => {
  it('answers as the comparison does, turn by turn', async () => {
    const { client } = await setUp();
    const methods = ['bm25-last', 'dfa-paper', 'context', 'random', 'dense'];
    const id = await run(client, { columns: byConsensus(...methods), sample: 30, seed: 4 });
    const items = await everyRow(client, id);
    expect(items.length).toBe(30);
    for (const { dialogue, turn, cells, item } of items.slice(0, 8)) {
      const { columns } = await client.comparison.compare({ dialogue, turn, methods });
      expect(cells.map((cell) => cell?.answer)).toEqual(columns.map(({ answer }) => answer?.text ?? ''));
      columns.forEach(({ answer }, at) => {
        expect(cells[at]?.measures.bleu).toBeCloseTo(answer?.measures.bleu ?? 0, 6);
        expect(cells[at]?.measures.rougeL).toBeCloseTo(100 * (answer?.measures.rougeL ?? 0), 6);
      });
      const row = await client.batch.row({ run: id, item, column: 'context/consensus' });
      expect(row.examples.map(({ dialogue: from, turn: at }) => [from, at])).toEqual(
        columns[2].candidates.map(({ dialogue: from, turn: at }) => [from, at]),
      );
      expect(row.route?.path).toEqual(columns[2].route?.path);
      expect(row.answeredFrom[0]?.dialogue).toBe(columns[2].answer?.dialogue);
    }
  });

  it('draws the same sample again, and only from held-out dialogues', async () => {
    const { client } = await setUp();
    const settings = { columns: byConsensus('random'), sample: 12, seed: 9 };
    const [first, second] = [await run(client, settings), await run(client, settings)];
    const turns = async (id: RunId) =>
      (await everyRow(client, id)).map(({ dialogue, turn }) => [dialogue, turn]);
    expect(await turns(first)).toEqual(await turns(second));
    const compared = await client.batch.compare({ left: first, right: second });
    expect(compared).toMatchObject({ shared: 12, leftOnly: 0, rightOnly: 0, differences: [] });
    expect(compared.pairs[0]).toMatchObject({
      differing: 0,
      figures: { difference: { rougeL: { estimate: 0, lower: 0, upper: 0 } } },
    });
    for (const { dialogue } of await everyRow(client, first))
      expect(await client.comparison.turns({ dialogue })).toMatchObject({ heldOut: true });
    const all = await run(client, { ...settings, sample: 10_000 });
    const found = (await client.batch.runs()).find((one) => one.run === all);
    expect(found?.items).toBe(found?.heldOut);
    expect(found?.warnings[0]).toMatch(/are kept for testing, so the run uses all of them/);
  });

  it('lists the rows in which two runs differ, page by page and by how much, each counted once', async () => {
    const { client, path } = await tagged(differentCalls(200));
    const columns = byConsensus('bm25-last', 'random');
    const left = await run(client, { columns, sample: 14 });
    const right = await run(client, { columns: byConsensus('random'), sample: 16, seed: 3 });
    // Makes the other run ask everything twice.
    const database = new Database(path);
    for (const [table, names] of [
      ['batch_items', 'dialogue_id, rounds, asked, truths'],
      ['batch_rows', 'place, answer, answers, measures, cached, latency_ms'],
    ])
      database
        .prepare(
          `INSERT INTO ${table} (run_id, item, ${names}) SELECT run_id, item + 100, ${names} FROM ${table} WHERE run_id = ?`,
        )
        .run(right);
    database.close();

    const compared = await client.batch.compare({ left, right });
    const { shared, leftOnly, rightOnly, pairs } = compared;
    expect(shared).toBeGreaterThan(0);
    expect([shared + leftOnly, shared + rightOnly]).toEqual([14, 32]);
    expect(await client.batch.compare({ left: right, right: left })).toMatchObject({
      shared,
      leftOnly: rightOnly,
      rightOnly: leftOnly,
    });
    const asked = { left, right, leftColumn: 'bm25-last/consensus', rightColumn: 'random/consensus' };
    const all = await client.batch.differing(asked);
    expect(new Set(all.items.map(({ item }) => item)).size).toBe(all.total);
    expect(all.total).toBeLessThanOrEqual(shared);
    expect((await client.batch.differing({ ...asked, leftColumn: 'random/consensus' })).total).toBe(
      pairs[0].differing,
    );
    const page = await client.batch.differing({ ...asked, offset: 1, limit: 2 });
    expect([page.total, page.items]).toEqual([all.total, all.items.slice(1, 3)]);
    const sort = { by: 'rougeL', descending: true } as const;
    const sorted = (await client.batch.differing({ ...asked, sort })).items.map(
      (row) => row.left.measures.rougeL - row.right.measures.rougeL,
    );
    expect(sorted).toEqual([...sorted].sort((a, b) => b - a));
    expect(sorted).toHaveLength(all.total);
  });

  it('mixes answerers on the command line', async () => {
    const { path, backend } = await setUp();
    await backend.stop();
    const { status, output } = await cli(
      ...[
        'batch',
        path,
        '--sample',
        '4',
        '--column',
        'bm25-last',
        '--column',
        'bm25-last:first',
        '--column',
        'random:first',
      ],
    );
    expect(status).toBe(0);
    expect(output).toMatchObject({ state: 'done', rows: 12 });
    expect(output.summary.columns.map(({ title }: { title: string }) => title)).toEqual([
      'BM25 (last turn)',
      'BM25 (last turn) · first example',
      'Random · first example',
    ]);
  });

  it('filters, searches and sorts, and totals a column', async () => {
    const { client } = await setUp();
    const id = await run(client, {
      columns: [...byConsensus('bm25-last', 'random'), { method: 'bm25-last', answerer: { kind: 'first' } }],
      sample: 24,
    });
    const items = await everyRow(client, id);
    const different = await client.batch.rows({ run: id, filter: 'different', limit: 1000 });
    const expected = items.filter(({ cells }) => new Set(cells.map((cell) => cell?.answer)).size > 1);
    expect(different.items.map(({ item }) => item)).toEqual(expected.map(({ item }) => item));
    expect((await client.batch.rows({ run: id, filter: 'failed' })).total).toBe(0);
    const spread = ({ cells }: (typeof items)[number]): number => {
      const values = cells.map((cell) => cell?.measures.rougeL ?? 0);
      return Math.max(...values) - Math.min(...values);
    };
    const least = [...items].map(spread).sort((left, right) => left - right)[12];
    const apart = await client.batch.rows({ run: id, apart: { by: 'rougeL', least }, limit: 1000 });
    expect(apart.items.map(({ item }) => item)).toEqual(
      items.filter((item) => spread(item) >= least).map(({ item }) => item),
    );
    expect(apart.total).toBeLessThan(items.length);
    const [{ asked }] = items;
    const found = await client.batch.rows({ run: id, query: asked.toUpperCase() });
    expect(found.items.map(({ item }) => item)).toContain(items[0].item);
    expect((await client.batch.rows({ run: id, query: '100 % "not" said_' })).total).toBe(0);
    const sorted = await client.batch.rows({
      run: id,
      sort: { column: 'random/consensus', by: 'rougeL', descending: true },
      limit: 1000,
    });
    const values = sorted.items.map(({ cells }) => cells[1]?.measures.rougeL ?? 0);
    expect(values).toEqual([...values].sort((left, right) => right - left));
    const { columns, items: answered, checks } = await client.batch.summary({ run: id });
    expect([answered, columns.length]).toEqual([24, 3]);
    expect(checks.map(({ figure }) => figure)).toEqual(['bleu', 'rouge1', 'rouge2', 'rougeL', 'embedding']);
    for (const { pairs, right, ties, accuracy, low, high, passed } of checks) {
      expect(pairs).toBeGreaterThanOrEqual(20);
      expect(accuracy).toBeCloseTo((right + ties / 2) / pairs, 9);
      expect(low).toBeLessThan(accuracy);
      expect(high).toBeGreaterThanOrEqual(accuracy);
      expect(passed).toBe(accuracy >= 0.65);
    }
    columns.forEach(({ figures, cost, tokens }, at) => {
      const own = items.map(({ cells }) => cells[at]?.measures.rougeL ?? 0);
      const mean = own.reduce((sum, value) => sum + value, 0) / own.length;
      expect(figures.rougeL.estimate).toBeCloseTo(mean, 9);
      expect([cost, tokens.input]).toEqual([{ usd: 0, unknown: 0 }, 0]);
    });
  });

  it('measures the distance of every column from a baseline, on the turns that both answered', async () => {
    const { client, path, folder } = await setUp();
    const id = await run(client, { columns: byConsensus('bm25-last', 'random', 'context'), sample: 24 });
    const against = 'bm25-last/consensus';
    const plain = await client.batch.summary({ run: id });
    expect(plain.against).toBeNull();
    expect(plain.columns.map(({ difference }) => difference)).toEqual([null, null, null]);
    const summary = await client.batch.summary({ run: id, against });
    expect(summary.columns.map(({ figures }) => figures)).toEqual(
      plain.columns.map(({ figures }) => figures),
    );
    const [baseline, random, context] = summary.columns;
    expect(baseline.difference).toBeNull();
    for (const { figures, difference } of [random, context])
      for (const figure of ['corpusBleu', 'rougeL', 'words'] as const) {
        const between = Number(figures[figure].estimate) - Number(baseline.figures[figure].estimate);
        expect(difference?.[figure].estimate).toBeCloseTo(between, 9);
      }
    // If both used the same random draws, the difference would be exactly 0.
    expect(random.difference?.rougeL.lower).toBeLessThan(Number(random.difference?.rougeL.upper));

    // Half of a column is missing: its missing answers must not count on either side.
    const rows = await everyRow(client, id);
    const left = rows.filter(({ item }) => item < 12);
    const database = new Database(path);
    database.exec('DELETE FROM batch_rows WHERE place = 2 AND item >= 12');
    database.close();
    const half = (await client.batch.summary({ run: id, against })).columns[2];
    const mean = (at: number): number =>
      left.reduce((sum, { cells }) => sum + Number(cells[at]?.measures.rougeL), 0) / left.length;
    expect(half.rows).toBe(12);
    expect(half.difference?.rougeL.estimate).toBeCloseTo(mean(2) - mean(0), 9);

    const target = (to: string) => ({ run: id, against, out: join(folder, `run.${to}`) });
    const csv = await client.batch.export({ to: 'totals.csv', ...target('totals.csv') });
    const totals = parse(readFileSync(csv.path, 'utf8'), { columns: true }) as Record<string, string>[];
    expect(totals.map((row) => row.column)).toEqual(summary.columns.map(({ title }) => title));
    expect(totals[0]['rougeL minus baseline']).toBe('');
    expect(Number(totals[2]['rougeL minus baseline lower'])).toBe(half.difference?.rougeL.lower);
    const json = await client.batch.export({ to: 'totals.json', ...target('totals.json') });
    expect(JSON.parse(readFileSync(json.path, 'utf8'))).toEqual(
      await client.batch.summary({ run: id, against }),
    );
    const html = await client.batch.export({ to: 'html', ...target('html') });
    expect(readFileSync(html.path, 'utf8')).toContain('<h2>Difference from BM25 (last turn)</h2>');
    await expect(client.batch.summary({ run: id, against: 'dense/consensus' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('says in every export which column used the correct labels', async () => {
    const { client, folder } = await makeProject(supportCalls(60));
    await tagWith(client, 'annotations');
    const id = await run(client, { columns: byConsensus('bm25-last', 'context'), sample: 4 });
    const exported = async (to: 'csv' | 'totals.csv' | 'html') =>
      readFileSync(
        (await client.batch.export({ run: id, to, out: join(folder, `labels.${to}`) })).path,
        'utf8',
      );
    for (const to of ['csv', 'totals.csv'] as const) {
      const rows = parse(await exported(to), { columns: true }) as Record<string, string>[];
      const labels = new Map(rows.map((row) => [row.column, row['uses the correct labels']]));
      expect([...labels.values()].sort()).toEqual(['false', 'true']);
      expect([...labels].find(([, uses]) => uses === 'true')?.[0]).toMatch(/^Context/);
    }
    expect((await exported('html')).match(/Context[^<]*<br><small>uses the correct labels/g)).toHaveLength(2);
  });

  it('answers whole dialogues turn by turn', async () => {
    const { client } = await setUp();
    const id = await run(client, {
      columns: byConsensus('bm25-last'),
      answering: { unit: 'whole-dialogue' },
      sample: 5,
    });
    const [{ item, dialogue, turns }] = await everyRow(client, id);
    const { answers } = await client.batch.row({ run: id, item, column: 'bm25-last/consensus' });
    expect(answers).toHaveLength(turns);
    for (const { turn, text, truth } of answers) {
      const { columns, truth: said } = await client.comparison.compare({
        dialogue,
        turn,
        methods: ['bm25-last'],
      });
      expect([text, truth]).toEqual([columns[0].answer?.text ?? null, said.text]);
    }
  });

  it('is exported unchanged, without formulas or markup of imported texts', async () => {
    const hostile = differentCalls(80).map((call) => ({
      ...call,
      turns: call.turns.map((turn) =>
        turn.speaker === 'system'
          ? { ...turn, text: `=HYPERLINK("x")<script>alert(1)</script> ${turn.text}` }
          : turn,
      ),
    }));
    const { client, folder } = await tagged(hostile);
    const id = await run(client, { columns: byConsensus('bm25-last', 'random'), sample: 6 });
    const exported = async (to: 'csv' | 'jsonl' | 'html') => {
      const { path, bytes } = await client.batch.export({ run: id, to, out: join(folder, `run.${to}`) });
      const text = readFileSync(path, 'utf8');
      expect(Buffer.byteLength(text)).toBe(bytes);
      return text;
    };
    const rows = parse(await exported('csv'), { columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(12);
    for (const row of rows) expect(row.answer).toMatch(/^'=HYPERLINK/);
    const [head, ...lines] = (await exported('jsonl'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(head).toMatchObject({ kind: 'batch', run: id, state: 'done', settings: { sample: 6 } });
    expect(lines).toHaveLength(12);
    expect(lines[0].turns[0].answer).toMatch(/^=HYPERLINK/);
    const html = await exported('html');
    expect(html).not.toMatch(/<script|<img|<link|src=|http:|https:/i);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).toContain('Rows without a complete answer');
  });

  it('keeps its answers when it is canceled', async () => {
    const { client, path } = await tagged(differentCalls(400));
    const { job, run: id } = await client.batch.start({
      columns: byConsensus('bm25-last', 'dense', 'context'),
      sample: 10_000,
    });
    await expect.poll(() => countRows(path), { timeout: 600_000, interval: 5 }).toBeGreaterThan(0);
    await client.jobs.cancel({ job });
    expect((await ended(client, job)).state).toBe('cancelled');
    const [kept] = await client.batch.runs();
    expect(kept).toMatchObject({ run: id, state: 'cancelled', rows: countRows(path) });
    expect((await client.batch.summary({ run: id })).items).toBeGreaterThan(0);
  });
});

describe('a purge', () => {
  it('deletes the runs that used a purged dialogue, and leaves the others', async () => {
    const { client, path } = await setUp();
    const id = await run(client, { columns: byConsensus('bm25-last'), sample: 4 });
    const [{ dialogue, item }] = await everyRow(client, id);
    const { examples } = await client.batch.row({ run: id, item, column: 'bm25-last/consensus' });
    const touched = new Set([dialogue, ...examples.map((example) => example.dialogue)]);
    for (const purged of [...touched].slice(0, 2))
      expect(await client.purge.preview({ dialogues: [purged] })).toMatchObject({ batches: 1 });
    const { job } = await client.purge.run({ dialogues: [examples[0].dialogue], expected: 1 });
    expect((await ended(client, job)).state).toBe('done');
    expect(await client.batch.runs()).toEqual([]);
    expect(countRows(path)).toBe(0);
  });
});

describe('kill -9 in the middle of a batch run', () => {
  const again = async (project: TestProject) => {
    const page = openPage(startTestBackend(project.folder));
    await page.client.projects.open({ path: project.path });
    const [found] = await page.client.batch.runs();
    expect(found).toMatchObject({ state: 'paused', reason: { code: 'interrupted' } });
    return { client: page.client, run: found.run };
  };

  it('continues with what is missing, and repeats no finished row', async () => {
    const project = await tagged(differentCalls(500));
    await project.backend.stop();
    const settings: BatchInput = {
      columns: byConsensus('bm25-last', 'dense', 'context', 'random'),
      sample: 10_000,
    };
    const child = startScript('run-lasting.ts', [
      'batch',
      project.path,
      join(project.folder, 'settings'),
      JSON.stringify(settings),
    ]);
    await said(child, 'started');
    await expect.poll(() => countRows(project.path), { timeout: 600_000, interval: 5 }).toBeGreaterThan(0);
    await killed(child);
    const before = storedRows(project.path);
    const { client, run: id } = await again(project);
    const [{ rowsInAll }] = await client.batch.runs();
    expect(before.length).toBeLessThan(rowsInAll);
    const { job } = await client.batch.goOn({ run: id });
    expect(await ended(client, job)).toMatchObject({ state: 'done' });
    const after = storedRows(project.path);
    expect(after).toHaveLength(rowsInAll);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(new Set(after.map(({ item, place }) => `${item} ${place}`)).size).toBe(rowsInAll);
    // The result equals that of a run that nobody killed.
    const whole = await run(client, settings);
    const answersOf = async (one: RunId) =>
      (await everyRow(client, one)).map(({ cells }) => cells.map((cell) => cell?.answer));
    expect(await answersOf(whole)).toEqual(await answersOf(id));
  });

  it('repeats no answered call of a model', async () => {
    let isKilled = false;
    const server = await startModelServer({
      // It is killed in the middle, however fast it is.
      behave: ({ index }) => (index < 60 || isKilled ? { kind: 'ok' } : { kind: 'hang' }),
      answer: ({ messages }) => `Answer to ${messages.at(-1)?.content.length}.`,
    });
    const project = await tagged(differentCalls(400));
    const provider = await connectServer(project.client, server);
    await project.backend.stop();
    const settings = { columns: byModel(provider, 'none', 'bm25-last'), sample: 50 };
    const child = startScript('run-lasting.ts', [
      'batch',
      project.path,
      join(project.folder, 'settings'),
      JSON.stringify(settings),
    ]);
    await said(child, 'started');
    await expect.poll(() => server.chats().length, { timeout: 600_000, interval: 10 }).toBeGreaterThan(60);
    await killed(child);
    isKilled = true;
    const before = storedRows(project.path);
    expect(before.length).toBeGreaterThan(0);
    const { client, run: id } = await again(project);
    const { job } = await client.batch.goOn({ run: id });
    expect(await ended(client, job)).toMatchObject({ state: 'done' });
    const after = storedRows(project.path);
    const [{ rowsInAll, failed }] = await client.batch.runs();
    expect([after.length, failed]).toEqual([rowsInAll, 0]);
    expect(after.slice(0, before.length)).toEqual(before);
    const texts = server.chats().map(({ text }) => text);
    // Only requests in flight when it was killed may have been sent twice.
    expect(texts.length).toBeLessThanOrEqual(new Set(texts).size + 4);
    expect(new Set(texts).size).toBe(rowsInAll);
  });
});

describe('a batch run with models', () => {
  it('estimates, pauses at its budget, and continues with more', async () => {
    const server = await startModelServer({ answer: () => 'It is on its way.' });
    const { client } = await setUp();
    const provider = await connectServer(client, server, { price: { inputUsd: 10, outputUsd: 10 } });
    const columns = [...byConsensus('bm25-last'), ...byModel(provider, 'none', 'dfa-paper')];
    const estimate = await client.batch.estimate({ columns, sample: 20 });
    expect(estimate).toMatchObject({ items: 20, rows: 60 });
    expect(estimate.models.map(({ requests }) => requests)).toEqual([20, 20]);
    const most = estimate.costUsd?.most ?? 0;
    expect(most).toBeGreaterThan(estimate.costUsd?.likely ?? 0);
    expect(server.chats()).toEqual([]);
    const { job, run: id } = await client.batch.start({ columns, sample: 20, budgetUsd: most / 8 });
    expect(await ended(client, job)).toMatchObject({ state: 'paused', reason: { code: 'budget' } });
    const [paused] = await client.batch.runs();
    expect(paused.rows).toBeGreaterThan(20);
    expect(paused.rows).toBeLessThan(60);
    await client.batch.goOn({ run: id, limits: { budgetUsd: null } });
    expect(await ended(client, job)).toMatchObject({ state: 'done' });
    const { columns: totals, checks } = await client.batch.summary({ run: id });
    expect(checks.map(({ figure }) => figure)).toContain('bertScore');
    expect(totals.map(({ figures }) => figures.bertScore.estimate)).not.toContain(null);
    expect(totals.map(({ rows, cost }) => [rows, cost.unknown])).toEqual([
      [20, 0],
      [20, 0],
      [20, 0],
    ]);
    expect(totals[1].tokens.input).toBeGreaterThan(0);
    expect(totals[1].figures.actF1.estimate).toBeNull();
    const row = await client.batch.row({ run: id, item: 0, column: totals[2].key });
    expect(row.prompt?.map(({ role }) => role)).toContain('user');
    expect(row.answers[0].text).toBe('It is on its way.');
    expect(row.examples.length).toBeGreaterThanOrEqual(0);
  });

  it('says which rows failed, and pauses if the server refuses everything', async () => {
    let refuse = 0;
    const server = await startModelServer({
      answer: () => 'Yes.',
      behave: ({ text }) =>
        refuse === 0
          ? text.length % 3 === 0
            ? { kind: 'refusal' }
            : null
          : { kind: 'status', status: refuse, message: 'No.' },
    });
    const { client } = await setUp();
    const provider = await connectServer(client, server);
    const settings = { columns: byModel(provider, 'none'), sample: 20 };
    const id = await run(client, settings);
    const failed = await client.batch.rows({ run: id, filter: 'failed' });
    expect(failed.total).toBeGreaterThan(0);
    expect(failed.items[0].cells[0]).toMatchObject({ answer: '', problem: 'The model refused to answer.' });
    expect((await client.batch.summary({ run: id })).columns[0].failures).toBe(failed.total);
    refuse = 401;
    const { job } = await client.batch.start({ ...settings, seed: 2 });
    expect(await ended(client, job)).toMatchObject({ state: 'paused', reason: { code: 'provider' } });
    refuse = 0;
    await client.jobs.resume({ job });
    expect(await ended(client, job)).toMatchObject({ state: 'done' });
  });

  it('counts failures as no answer, and as free if nothing was sent', async () => {
    const { client } = await setUp({ models: { time: virtualTime() } });
    const gone = await startModelServer();
    const provider = await connectServer(client, gone);
    await gone.close();
    const { job } = await client.batch.start({ columns: byModel(provider, 'none'), sample: 20 });
    expect(await ended(client, job)).toMatchObject({ state: 'paused', reason: { code: 'provider' } });
    const [paused] = await client.batch.runs();
    expect(paused.failed).toBeGreaterThan(0);
    expect(paused).toMatchObject({ rows: 0, rowsInAll: 20, account: { costUsd: 0, unconfirmedUsd: 0 } });
    const { items } = await client.batch.rows({ run: paused.run, filter: 'failed' });
    for (const { cells } of items) expect(cells[0]?.costUsd).toBe(0);
  });

  it('shows unconfirmed cost separately, as tagging and judging do', async () => {
    const { client } = await setUp();
    const server = await startModelServer({
      answer: () => 'Yes.',
      behave: ({ index }) => (index % 2 === 0 ? { kind: 'no-usage' } : null),
    });
    const provider = await connectServer(client, server, { price: { inputUsd: 1, outputUsd: 2 } });
    await run(client, { columns: byModel(provider, 'none'), sample: 6 });
    const [{ account }] = await client.batch.runs();
    expect(account.unconfirmedUsd).toBeGreaterThan(0);
    expect(account.costUsd).toBeGreaterThan(account.unconfirmedUsd);
    const { columns } = await client.batch.summary({ run: (await client.batch.runs())[0].run });
    expect(columns[0].cost.unknown).toBeGreaterThan(0);
    expect(columns[0].cost.usd).toBeCloseTo((account.costUsd ?? 0) - account.unconfirmedUsd, 12);
  });

  it('rejects invalid settings', async () => {
    const { client } = await tagged(supportCalls(20));
    const codeOf = (columns: Columns) =>
      client.batch.start({ columns }).then(
        () => 'started',
        (error: { code: string }) => error.code,
      );
    expect(await codeOf(byConsensus('none'))).toBe('INVALID');
    expect(await codeOf(byConsensus('magic'))).toBe('INVALID');
    expect(await codeOf(byModel('nobody', 'none'))).toBe('NOT_FOUND');
  });
});
