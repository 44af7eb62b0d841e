import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { ModelTaggingSettings } from '#shared/contract/model-tagging.ts';
import type { TaggingResult } from '#shared/contract/tagging.ts';
import { neutral, supportCalls } from '../fixtures/dialogues.ts';
import { type ModelServerOptions, startModelServer } from '../fixtures/model-server.ts';
import { ended, makeProject, reopened, resultOf, type TestProject, tagWith } from '../fixtures/project.ts';
import { connectServer, longestWord, readAsked, tagsByLongestWord } from '../fixtures/tagging-model.ts';

type Settings = Partial<ModelTaggingSettings> & { provider: string };

const settingsOf = (settings: Settings) => ({ model: 'small-model', pilot: 0, ...settings });

async function setUp(
  dialogues = supportCalls(12),
  server: ModelServerOptions = {},
  provider: Parameters<typeof connectServer>[2] = {},
) {
  const model = await startModelServer({ answer: tagsByLongestWord, slots: 3, ...server });
  const project = await makeProject(dialogues);
  const id = await connectServer(project.client, model, provider);
  return { model, project, client: project.client, provider: id };
}

async function run(client: TestProject['client'], settings: Settings) {
  const { job, run: id } = await client.modelTagging.start({ settings: settingsOf(settings) });
  return { run: id, job, ended: await ended(client, job) };
}

function turnsOf(project: TestProject, run: number) {
  return project.session
    .project()
    .database.prepare(
      `SELECT d.external_id || ' ' || r.position AS turn,
         (SELECT group_concat(t.name, ' ') FROM run_tags x JOIN tags t ON t.id = x.tag_id
          WHERE x.run_id = @run AND x.round_id = r.id) AS tags,
         (SELECT reason FROM run_flags f WHERE f.run_id = @run AND f.round_id = r.id) AS flag
       FROM rounds r JOIN dialogues d ON d.id = r.dialogue_id ORDER BY r.id`,
    )
    .all({ run }) as { turn: string; tags: string | null; flag: string | null }[];
}

describe('tagging with a model', () => {
  it('tags every turn with one request per dialogue, and becomes the latest run', async () => {
    const { model, project, client, provider } = await setUp();
    const { run: id, ended: job } = await run(client, { provider });
    expect(job).toMatchObject({ state: 'done', error: null, reason: null });
    const turns = turnsOf(project, id);
    expect(turns.every(({ tags, flag }) => tags !== null && flag === null)).toBe(true);
    expect(job.result as TaggingResult).toMatchObject({
      run: id,
      utterancesTagged: turns.length,
      warnings: [],
    });
    expect(model.chats()).toHaveLength(12);
    const [latest] = await client.tagging.runs();
    expect(latest).toMatchObject({
      id,
      tagger: 'model',
      params: { model: 'small-model', providerName: 'Fixture', prompt: { name: 'tagging', version: 1 } },
    });
    const report = await client.modelTagging.report({ run: id });
    expect(report).toMatchObject({
      state: 'done',
      dialogues: { total: 12, done: 12, flagged: 0, failed: 0 },
      requests: 12,
      answered: 12,
      cached: 0,
      retries: 0,
      failures: [],
      costUsd: 0,
      vocabulary: { size: latest.vocabulary },
    });
    const { total } = await client.tagging.vocabulary({});
    expect(total).toBe(latest.vocabulary);
    await client.automata.learn({ tau: 2 });
    // Again: all answers are cached.
    const again = await run(client, { provider });
    expect(again.ended.state).toBe('done');
    expect(model.chats()).toHaveLength(12);
    expect(await client.modelTagging.report({ run: again.run })).toMatchObject({ requests: 0, cached: 12 });
    expect(turnsOf(project, again.run)).toEqual(turns);
  });

  it('masks personal data before sending, unless the person turned that off for this machine', async () => {
    const dialogues = [
      neutral('a', 'u: Write to ann@example.com, please.', 's: I wrote to ann@example.com.'),
    ];
    for (const mask of [true, false]) {
      const { model, client, provider } = await setUp(dialogues, {}, { mask });
      await run(client, { provider });
      expect(model.chats()).toHaveLength(1);
      expect(model.chats()[0].text.includes('ann@example.com')).toBe(!mask);
      const preview = await client.modelTagging.preview({ settings: settingsOf({ provider }) });
      expect(preview).toMatchObject({ masked: mask, replaced: mask ? 2 : 0, requests: 1 });
      expect(preview.messages).toEqual(model.chats()[0].body?.messages);
    }
  });

  it('masks introduced names, card security codes and passwords, and previews the chosen dialogue', async () => {
    const dialogues = [
      neutral('a', 'u: Nothing of anybody here.'),
      neutral(
        'b',
        'u: This is Ludmilla speaking, my CVV is 917.',
        's: Thanks Ludmilla. Your password?',
        'u: hunter2',
      ),
    ];
    const { model, client, provider } = await setUp(dialogues, {}, { mask: true });
    await run(client, { provider });
    const sent = model.chats().map(({ text }) => text);
    expect(sent.join(' ')).toContain('This is [name-1] speaking, my CVV is [number-1].');
    expect(sent.join(' ')).not.toMatch(/Ludmilla|917|hunter2/);
    const { dialogue } = await client.corpus.find({ externalId: 'b' });
    const preview = await client.modelTagging.preview({ settings: settingsOf({ provider }), dialogue });
    expect(preview).toMatchObject({ dialogue: { externalId: 'b' }, replaced: 4 });
  });

  it('pauses after the pilot, shows it, and continues in the same run without asking twice', async () => {
    const { model, project, client, provider } = await setUp(supportCalls(20));
    const first = await run(client, { provider, pilot: 5 });
    expect(first.ended).toMatchObject({ state: 'paused', reason: { code: 'pilot' }, pausable: true });
    // The reported progress matches the reason for the pause.
    expect(first.ended).toMatchObject({ done: 5, total: 5 });
    expect(model.chats()).toHaveLength(5);
    expect(await client.tagging.runs()).toEqual([]);
    const pilot = await client.modelTagging.results({ run: first.run, which: 'pilot' });
    expect(pilot.total).toBe(5);
    for (const { outcome, turns } of pilot.items) {
      expect(outcome).toBe('done');
      for (const { text, tags } of turns) expect(tags).toEqual([longestWord(text)]);
    }
    const left = await client.modelTagging.estimate({ settings: settingsOf({ provider }), run: first.run });
    expect(left).toMatchObject({ dialogues: 15, requests: 15, measured: true });
    const { job } = await client.modelTagging.goOn({ run: first.run, limits: { budgetTokens: 1_000_000 } });
    expect(job).toBe(first.job);
    expect(await ended(client, job)).toMatchObject({ state: 'done' });
    expect(model.chats()).toHaveLength(20);
    expect(turnsOf(project, first.run).every(({ tags }) => tags !== null)).toBe(true);
    expect(await client.modelTagging.runs()).toMatchObject([{ run: first.run, state: 'done' }]);
  });

  it('ends with the tags so far if the person has seen enough', async () => {
    const { model, project, client, provider } = await setUp(supportCalls(20));
    const { run: id } = await run(client, { provider, pilot: 5 });
    const { job } = await client.modelTagging.finish({ run: id });
    expect(await ended(client, job)).toMatchObject({
      state: 'done',
      result: { warnings: [expect.stringContaining('15 dialogues were not sent')] },
    });
    expect(model.chats()).toHaveLength(5);
    expect(
      new Set(
        turnsOf(project, id)
          .filter(({ tags }) => tags)
          .map(({ turn }) => turn.split(' ')[0]),
      ).size,
    ).toBe(5);
  });

  it('counts as cached only what was answered before, and asks equal requests once', async () => {
    const dialogues = ['a', 'b'].map((id) => neutral(id, 'u: Where is my parcel?', 's: It is on its way.'));
    const { client, provider } = await setUp(dialogues);
    const settings = settingsOf({ provider });
    expect(await client.modelTagging.estimate({ settings })).toMatchObject({
      requests: 1,
      cached: 0,
      alike: 1,
    });
    await run(client, { provider });
    expect(await client.modelTagging.estimate({ settings })).toMatchObject({
      requests: 0,
      cached: 2,
      alike: 0,
    });
  });

  it('keeps a complete run current if a later one ended early, and says how many dialogues that tagged', async () => {
    const { client, provider } = await setUp(supportCalls(20));
    await tagWith(client, 'annotations');
    const { run: id } = await run(client, { provider, pilot: 5 });
    await ended(client, (await client.modelTagging.finish({ run: id })).job);
    const [partial, whole] = await client.tagging.runs();
    expect(partial).toMatchObject({ id, dialogues: { tagged: 5, all: 20 } });
    expect(whole).toMatchObject({ tagger: 'annotations', dialogues: { tagged: 20, all: 20 } });
    // Queries without a choice use the same run.
    expect((await client.comparison.status({})).taggingRun).toBe(whole.id);
    expect((await client.tagging.vocabulary({})).total).toBe(whole.vocabulary);
    await resultOf(client, (await client.automata.learn({ tau: 2, lambda: null })).job);
    expect((await client.automata.list())[0].taggingRun).toBe(whole.id);
    const batch = await client.batch.start({
      columns: [{ method: 'random', answerer: { kind: 'consensus' } }],
      sample: 1,
    });
    expect(await ended(client, batch.job)).toMatchObject({ state: 'done' });
    // Numbers count runs of the same kind only.
    expect((await client.batch.runs())[0]).toMatchObject({ number: 1, tagger: 'annotations' });
    expect(batch.run).toBeGreaterThan(1);
    expect((await client.comparison.status({ run: id })).taggingRun).toBe(id);
  });

  it('retries only invalid turns, then leaves them to a person', async () => {
    const dialogues = [
      neutral('a', 'u: Where is my parcel?', 's: Which order number?', 'u: It is late.'),
      neutral('b', 'u: I want my money back.', 's: Why is that?'),
    ];
    const { model, project, client, provider } = await setUp(dialogues, {
      slots: 1,
      answer: (body) => {
        const { lines, ids, again } = readAsked(body);
        if (lines[0].text.startsWith('Where')) {
          return again
            ? ids.map((id) => `${id} System: #ask-number`).join('\n')
            : '0 User: #where\n2 User: #late\n9 User: #x';
        }
        return again ? 'I do not know.' : '0 User: #refund\n1 User: #wrong-speaker';
      },
    });
    const { run: id, ended: job } = await run(client, { provider });
    expect(job).toMatchObject({
      state: 'done',
      result: { warnings: ['In 1 dialogue, a person must tag some of the turns.'] },
    });
    expect(model.chats().map((seen) => readAsked(seen.body as never).ids)).toEqual([
      [0, 1, 2],
      [1],
      [0, 1],
      [1],
    ]);
    expect(turnsOf(project, id)).toEqual([
      { turn: 'a 0', tags: 'where', flag: null },
      { turn: 'a 1', tags: 'ask-number', flag: null },
      { turn: 'a 2', tags: 'late', flag: null },
      { turn: 'b 0', tags: 'refund', flag: null },
      { turn: 'b 1', tags: null, flag: 'The model gave no answer for this turn.' },
    ]);
    const flagged = await client.modelTagging.results({ run: id, which: 'flagged' });
    expect(flagged).toMatchObject({ total: 1, items: [{ externalId: 'b', outcome: 'flagged' }] });
  });

  it('sends a long dialogue in overlapping parts, each turn asked for once', async () => {
    const turns = Array.from(
      { length: 60 },
      (_, index) => `${index % 2 ? 's' : 'u'}: Sentence number ${index} of many words`,
    );
    const { model, project, client, provider } = await setUp([neutral('long', ...turns)]);
    const { run: id } = await run(client, { provider, windowBytes: 800 });
    const asked = model.chats().map((seen) => readAsked(seen.body as never));
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.flatMap(({ ids }) => ids)).toEqual(turns.map((_, index) => index));
    for (const { lines, ids } of asked.slice(1)) expect(lines[0].id).toBeLessThan(ids[0]);
    expect(turnsOf(project, id).every(({ tags }) => tags !== null)).toBe(true);
  });

  it('offers the existing tags in the closed variant, and its own after a pilot', async () => {
    const { model, project, client, provider } = await setUp(supportCalls(12));
    await tagWith(client, 'annotations');
    const { run: id, ended: paused } = await run(client, { provider, variant: 'closed', pilot: 4 });
    expect(paused.reason?.code).toBe('pilot');
    const system = (index: number) =>
      (model.chats()[index].body as { messages: { content: string }[] }).messages[0].content;
    expect(system(0)).toContain('#ask-number');
    expect(system(0)).not.toContain('#warehouse');
    await client.modelTagging.goOn({ run: id });
    await ended(client, paused.id);
    expect(system(11)).toContain('#ask-number');
    const pilot = await client.modelTagging.results({ run: id, which: 'pilot' });
    expect(system(11)).toContain(`#${pilot.items[0].turns[0].tags[0]}`);
    expect(turnsOf(project, id).every(({ tags }) => tags !== null)).toBe(true);
  });

  it('gives an offered tag its own id, under its current name', async () => {
    const dialogues = [neutral('a', 'u: Money back! #money-back', 's: Sure. #ok')];
    const { client, provider } = await setUp(dialogues, { answer: () => '0 User: #refund\n1 System: #ok' });
    await tagWith(client, 'annotations');
    const { items } = await client.tagging.vocabulary({ query: 'money-back' });
    await client.tagging.renameTag({ tag: items[0].id, name: 'refund' });
    await run(client, { provider, variant: 'closed' });
    const now = await client.tagging.vocabulary({ query: 'refund' });
    expect(now.items.map(({ id }) => id)).toEqual([items[0].id]);
  });

  it("keeps people's decisions on the tags of an earlier model", async () => {
    const dialogues = [neutral('a', 'u: Where is my parcel?', 's: On its way.')];
    const { client, provider } = await setUp(dialogues);
    await run(client, { provider });
    const { dialogue } = await client.corpus.find({ externalId: 'a' });
    const shown = async () => (await client.corpus.dialogue({ dialogue })).turns[0];
    const {
      id: turn,
      tags: [tag],
    } = await shown();
    await client.tagging.replaceTag({ turn, tag: tag.id, by: 'delivery' });
    await client.modelTagging.savePrompt({ name: 'tagging', text: 'Tag it well.' });
    await run(client, { provider, model: 'large-model' });
    const { tags, removedTags } = await shown();
    expect(tags).toMatchObject([{ name: 'delivery', origin: 'person' }]);
    expect(removedTags).toMatchObject([{ name: tag.name, origin: 'model' }]);
    const [latest] = await client.tagging.runs();
    expect(latest.params).toMatchObject({ model: 'large-model', prompt: { name: 'tagging', version: 2 } });
  });

  it('uses a schema for answers if that is set', async () => {
    const { model, project, client, provider } = await setUp(supportCalls(3), {
      answer: (body) =>
        JSON.stringify({
          turns: readAsked(body).lines.map(({ id, role, text }) => ({
            id,
            role,
            tags: [longestWord(text)],
          })),
        }),
    });
    const { run: id } = await run(client, { provider, structured: true });
    expect(model.chats()[0].body?.response_format).toMatchObject({ type: 'json_schema' });
    expect(turnsOf(project, id).every(({ tags }) => tags !== null)).toBe(true);
  });
});

describe('a budget', () => {
  const price = { inputUsd: 10, outputUsd: 30 };

  it('pauses before the request that might exceed it, and continues with a larger one', async () => {
    const { model, client, provider } = await setUp(supportCalls(10), {}, { price });
    const estimate = await client.modelTagging.estimate({ settings: settingsOf({ provider }) });
    expect(estimate).toMatchObject({
      dialogues: 10,
      requests: 10,
      price: { source: 'person' },
      measured: false,
    });
    const budgetUsd = (estimate.costUsd?.most ?? 0) / 14;
    const { run: id, ended: job } = await run(client, { provider, budgetUsd });
    expect(job).toMatchObject({ state: 'paused', error: null, reason: { code: 'budget' } });
    const sent = model.chats().length;
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(10);
    const report = await client.modelTagging.report({ run: id });
    expect(report.costUsd).toBeGreaterThan(0);
    expect(report.costUsd).toBeLessThanOrEqual(budgetUsd);
    const more = await client.modelTagging.goOn({ run: id, limits: { budgetUsd: 100 } });
    expect(await ended(client, more.job)).toMatchObject({ state: 'done' });
    expect(model.chats()).toHaveLength(10);
    const done = await client.modelTagging.report({ run: id });
    expect(done.costUsd).toBeLessThanOrEqual(estimate.costUsd?.most ?? 0);
  });

  it('in dollars requires a price; unknown is not 0', async () => {
    const { client } = await setUp();
    const { id } = await client.providers.save({
      id: null,
      draft: {
        name: 'Elsewhere',
        kind: 'openai',
        baseUrl: 'https://models.example.com/v1',
        apiVersion: null,
        chatModel: 'm',
        embeddingModel: null,
        prices: {},
        takesBatches: false,
        maskPersonalData: true,
      },
    });
    const settings = settingsOf({ provider: id, model: 'm' });
    expect(await client.modelTagging.estimate({ settings })).toMatchObject({ price: null, costUsd: null });
    await expect(
      client.modelTagging.start({ settings: { ...settings, budgetUsd: 1 } }),
    ).rejects.toMatchObject({ code: 'INVALID' });
    // Without approval nothing is sent: the run waits for it.
    const { job } = await client.modelTagging.start({ settings });
    expect(await ended(client, job)).toMatchObject({ state: 'paused', reason: { code: 'provider' } });
  });
});

describe('a stopped run', () => {
  it('pauses and resumes without asking twice, and survives closing the project', async () => {
    let stuck = true;
    const { model, project, client, provider } = await setUp(supportCalls(30), {
      behave: () => (stuck && model.chats().length > 5 ? { kind: 'hang' } : null),
    });
    const settings = settingsOf({ provider });
    const { job, run: id } = await client.modelTagging.start({ settings });
    await expect.poll(() => model.chats().length).toBe(8);
    await client.jobs.pause({ job });
    await ended(client, job);
    stuck = false;
    const paused = await client.jobs.get({ job });
    expect(paused).toMatchObject({ state: 'paused', reason: { code: 'person' } });
    const again = await reopened(project);
    expect((await again.client.jobs.list())[0]).toMatchObject({ id: job, state: 'paused' });
    await again.client.jobs.resume({ job });
    expect(await ended(again.client, job)).toMatchObject({ state: 'done' });
    expect(turnsOf(again, id).every(({ tags }) => tags !== null)).toBe(true);
    // Three requests were in flight when it paused; only those were sent again.
    expect(model.chats()).toHaveLength(30 + 3);
    const answered = model.chats().filter((seen) => !seen.aborted);
    expect(new Set(answered.map((seen) => seen.text)).size).toBe(30);
    expect(answered).toHaveLength(30);
  });

  it('leaves no tags when it is canceled, but its report and the answers', async () => {
    const { model, project, client, provider } = await setUp(supportCalls(10));
    const { run: id, job } = await run(client, { provider, pilot: 4 });
    expect(await client.jobs.cancel({ job })).toMatchObject({ state: 'cancelled' });
    expect(turnsOf(project, id).every(({ tags }) => tags === null)).toBe(true);
    expect(await client.modelTagging.report({ run: id })).toMatchObject({ state: 'cancelled', requests: 4 });
    expect(await client.tagging.runs()).toEqual([]);
    await run(client, { provider });
    expect(model.chats()).toHaveLength(10);
    const file = new Database(project.path, { readonly: true });
    expect(file.pragma('foreign_key_check')).toEqual([]);
    file.close();
  });

  it('lets other jobs run beside it', async () => {
    const { model, client, provider } = await setUp(supportCalls(3), { behave: () => ({ kind: 'hang' }) });
    const { job } = await client.modelTagging.start({ settings: settingsOf({ provider }) });
    expect((await tagWith(client, 'annotations')).vocabulary).toBeGreaterThan(0);
    expect(await client.jobs.get({ job })).toMatchObject({ state: 'running' });
    await client.jobs.cancel({ job });
    expect(await ended(client, job)).toMatchObject({ state: 'cancelled' });
    await expect.poll(() => model.connections()).toBe(0);
  });
});

describe('prompts', () => {
  it('are stored as versions, and can be reset to the default', async () => {
    const { client } = await setUp([]);
    const [open, closed] = await client.modelTagging.prompts();
    expect([open, closed]).toMatchObject([
      { name: 'tagging', version: 1, shipped: true },
      { name: 'tagging-closed', version: 1, shipped: true },
    ]);
    const changed = await client.modelTagging.savePrompt({ name: 'tagging', text: 'Other words.' });
    expect(changed).toMatchObject({ version: 2, shipped: false, text: 'Other words.' });
    expect(await client.modelTagging.savePrompt({ name: 'tagging', text: 'Other words.' })).toEqual(changed);
    const reset = await client.modelTagging.resetPrompt({ name: 'tagging' });
    expect(reset).toMatchObject({ version: 3, shipped: true, text: open.text });
    expect(reset.versions.map(({ version }) => version)).toEqual([1, 2, 3]);
    await expect(
      client.modelTagging.savePrompt({ name: 'tagging-closed', text: 'No list.' }),
    ).rejects.toMatchObject({ code: 'INVALID' });
  });
});
