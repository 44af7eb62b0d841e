import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { neutral, supportCalls } from '../fixtures/dialogues.ts';
import { type ModelServer, startModelServer } from '../fixtures/model-server.ts';
import { type AskedNames, namesAnswer, namesByWords, readAskedNames } from '../fixtures/naming-model.ts';
import { killed, said, startScript } from '../fixtures/other-process.ts';
import {
  copiesOf,
  ended,
  makeProject,
  openPage,
  resultOf,
  startTestBackend,
  type TestProject,
  tagWith,
} from '../fixtures/project.ts';
import { connectServer, tagsByLongestWord } from '../fixtures/tagging-model.ts';

type NamingInput = Omit<Parameters<DialogramClient['moveNaming']['start']>[0], 'namer'>;

const withMoves = copiesOf(async () => {
  // Some customers say who they are, which must not be sent.
  const personal = Array.from({ length: 40 }, (_, index) =>
    neutral(
      `person-${index}`,
      'u: Hello, my name is Quentin Farnsby and my parcel has not arrived.',
      `s: I am sorry to hear that, Quentin. Which order number is it?`,
      'u: You can write to quentin@example.com please.',
      's: You are welcome, goodbye Quentin.',
    ),
  );
  const project = await makeProject([...supportCalls(200), ...personal]);
  await tagWith(project.client, 'moves');
  return project;
});

interface NamingProject extends TestProject {
  readonly server: ModelServer;
  readonly provider: string;
}

async function named(
  answer: (asked: AskedNames) => string = namesByWords,
  price?: { inputUsd: number; outputUsd: number },
): Promise<NamingProject> {
  const project = await withMoves();
  const server = await startModelServer({
    answer: (body) => {
      const asked = readAskedNames(body);
      return asked ? answer(asked) : tagsByLongestWord(body);
    },
  });
  const provider = await connectServer(project.client, server, { price });
  return { ...project, server, provider };
}

const settingsOf = (provider: string, given: NamingInput = {}) => ({
  clusters: 60,
  perRequest: 6,
  ...given,
  namer: { provider, model: 'small-model' },
});

async function name({ client, provider }: NamingProject, given: NamingInput = {}): Promise<RunId> {
  const { job, run } = await client.moveNaming.start(settingsOf(provider, given));
  expect(await resultOf(client, job)).toEqual({ run });
  return run;
}

const namesIn = async (client: DialogramClient): Promise<string[]> =>
  (await client.moves.cards({}))!.roles.flatMap(({ role, moves }) =>
    moves.map((move) => `${role} ${move.name} ${move.turns}`),
  );

const tagRows = ({ session }: TestProject): unknown[] =>
  session
    .project()
    .database.prepare('SELECT run_id, round_id, position, tag_id FROM run_tags ORDER BY 1, 2, 3')
    .raw()
    .all();

const SUBJECTS = [
  'my parcel has not arrived, where is the courier',
  'the invoice is too high, you charged me twice',
  'the router is slow and has no internet',
  'my flight is delayed at the gate',
];

const withTopics = copiesOf(async () => {
  const project = await makeProject(
    Array.from({ length: 120 }, (_, at) =>
      neutral(
        `ticket-${at}`,
        `u: Hello, my name is Quentin Farnsby, ${SUBJECTS[at % 4]}. Write to quentin@example.com`,
        's: We look into it, Quentin.',
      ),
    ),
  );
  await resultOf(project.client, (await project.client.topics.find({ topics: 4 })).job);
  return project;
});

describe('naming topics with a model', () => {
  const RULES = [
    [/parcel|courier/, 'late delivery'],
    [/invoice|charged/, 'Billing_Question'],
    [/router|internet/, 'the router is slow and has no internet'],
  ] as const;
  const topicNames = async (client: DialogramClient): Promise<string[]> =>
    (await client.topics.cards({}))!.topics.map(({ name: called }) => called).sort();
  const start = async () => {
    const project = await withTopics();
    const server = await startModelServer({
      answer: (body) =>
        namesAnswer(
          readAskedNames(body)!.groups.map(({ id, sentences }) => ({
            id,
            // The name of the topic of flights is that of another topic.
            name: RULES.find(([words]) => words.test(sentences[0]!))?.[1] ?? 'late delivery',
          })),
        ),
    });
    const provider = await connectServer(project.client, server);
    return { ...project, server, provider };
  };

  it('shows key words and openers without personal data, and applies the valid names as one edit', async () => {
    const project = await start();
    const { client, server, provider } = project;
    const before = await topicNames(client);
    const given = { what: 'topics', perRequest: 50 } as const;
    const settings = settingsOf(provider, given);
    const estimate = await client.moveNaming.estimate(settings);
    expect(estimate).toMatchObject({ requests: 1, clusters: [{ asked: 4, kept: 0 }], dialogues: 120 });
    const { messages } = await client.moveNaming.preview({ settings });
    expect(messages[1]!.content).toMatch(/1 Topic\n- Key words: .+\n- .*\[name-1\]/);
    const run = await name(project, given);
    const chats = server.chats();
    // Two names were refused, so the model was asked once more.
    expect(chats).toHaveLength(2);
    expect(chats.map(({ text }) => text).join()).not.toMatch(/quentin|farnsby|@example/i);
    expect(chats[1]!.text).toMatch(/An earlier answer could not be used: The name for cluster \d is/);
    const report = await client.moveNaming.report({ run });
    expect(report.named.map((one) => `${one.name}, ${one.by}, ${one.turns}`)).toEqual(
      expect.arrayContaining(['late delivery, model, 30', 'Billing Question, model, 30']),
    );
    expect(report.named.filter(({ by }) => by === 'none')).toHaveLength(2);
    expect(await topicNames(client)).toEqual(before);
    expect((await client.moveNaming.runs())[0]!.warnings).toContain(
      'The model did not name 2 topics. The current names are kept.',
    );

    const { edit } = await client.moveNaming.apply({ run });
    expect(edit).toMatchObject({ kind: 'name-topics', description: 'Name the topics with small-model' });
    const after = await topicNames(client);
    expect(after).toEqual(report.named.map(({ name: called }) => called).sort());
    expect(await client.filters.count({ where: 'topic = "late delivery"' })).toMatchObject({ dialogues: 30 });
    expect((await client.moveNaming.report({ run })).applied).toBe(true);
    expect((await client.moveNaming.apply({ run })).edit).toBeNull();
    await client.tagging.undo();
    expect(await topicNames(client)).toEqual(before);
    await client.tagging.redo();
    expect(await topicNames(client)).toEqual(after);
  });

  it("keeps a person's names, before and after, and names none twice", async () => {
    const project = await start();
    const { client, server } = project;
    const first = (await client.topics.cards({}))!.topics.find(({ phrases }) =>
      phrases.some(({ text }) => text.includes('flight')),
    )!;
    await client.topics.edit({ edit: { kind: 'rename', topic: first.name, name: 'late delivery' } });
    const run = await name(project, { what: 'topics' });
    expect(readAskedNames(server.chats()[0]!.body as never)).toMatchObject({ known: ['late delivery'] });
    const namesNow = async (): Promise<string[]> =>
      (await client.moveNaming.report({ run })).named.map(({ name: called, by }) => `${by} ${called}`).sort();
    expect(await namesNow()).toEqual([
      'model Billing Question',
      expect.stringMatching(/^none /),
      expect.stringMatching(/^none /),
      'person late delivery',
    ]);
    await client.moveNaming.apply({ run });
    await client.topics.edit({ edit: { kind: 'rename', topic: 'Billing Question', name: 'bills' } });
    expect(await namesNow()).toContain('person bills');
    // The names also apply to topics that are found again.
    await client.tagging.undo();
    await resultOf(client, (await client.topics.find({ topics: 4, seed: 2 })).job);
    expect(await topicNames(client)).toEqual(expect.arrayContaining(['Billing Question', 'late delivery']));
  });
});

describe('naming moves with a model', () => {
  it('previews its requests, and sends no personal data', async () => {
    const project = await named(namesByWords, { inputUsd: 1, outputUsd: 4 });
    const { client, server, provider } = project;
    const settings = settingsOf(provider);
    const estimate = await client.moveNaming.estimate(settings);
    const asked = estimate.clusters.reduce((sum, role) => sum + role.asked, 0);
    expect(estimate).toMatchObject({ kept: 0, dialogues: 240 });
    expect(asked).toBeGreaterThan(20);
    expect(asked).toBeLessThanOrEqual(60);
    expect(estimate.requests).toBe(
      estimate.clusters.reduce((sum, role) => sum + Math.ceil(role.asked / 6), 0),
    );
    expect(estimate.costUsd!.likely).toBeLessThan(estimate.costUsd!.most);
    const preview = await client.moveNaming.preview({ settings });
    expect(preview).toMatchObject({ request: 0, requests: estimate.requests, masked: true });
    await expect(client.moveNaming.preview({ settings, request: 99 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(server.chats()).toEqual([]);

    const run = await name(project);
    const sent = server.chats().map(({ text }) => text);
    expect(sent).toHaveLength(estimate.requests);
    expect(sent.join()).not.toMatch(/quentin|farnsby|@example/i);
    expect(sent.join()).toMatch(/\[(?:name|email)-1\]/);
    const first = readAskedNames(server.chats()[0]!.body as never)!;
    for (const { sentences } of first.groups) {
      expect(sentences.length).toBeGreaterThan(0);
      expect(sentences.length).toBeLessThanOrEqual(8);
      expect(new Set(sentences.map((sentence) => sentence.toLowerCase())).size).toBe(sentences.length);
    }
    const [shown] = await client.moveNaming.runs();
    expect(shown).toMatchObject({ run, number: 1, state: 'done', account: { requests: sent.length } });
    const { input, output } = shown!.account.tokens;
    expect(input + output).toBeLessThanOrEqual(estimate.tokens.most);
    expect(shown!.account.costUsd).toBeLessThanOrEqual(estimate.costUsd!.most);
    // A request lists the names that earlier requests of its role gave.
    const later = server
      .chats()
      .map(({ body }) => readAskedNames(body as never)!)
      .filter(({ groups }) => groups[0]!.id > 1);
    expect(later.length).toBeGreaterThan(0);
    for (const { known } of later) expect(known.length).toBeGreaterThan(0);
  });

  it('gives clusters with the same name one move, as one edit that is undone exactly', async () => {
    const project = await named();
    const { client } = project;
    const before = { names: await namesIn(client), tags: tagRows(project) };
    const run = await name(project);
    expect({ names: await namesIn(client), tags: tagRows(project) }).toEqual(before);
    const report = await client.moveNaming.report({ run });
    expect(report).toMatchObject({ applied: false, beside: null });
    expect(report.named.find(({ name: called }) => called === 'thank')).toMatchObject({
      role: 'user',
      by: 'model',
    });
    for (const { before: was, turns, sentences } of report.named) {
      expect(was.reduce((sum, one) => sum + one.turns, 0)).toBe(turns);
      expect(sentences.length).toBeGreaterThanOrEqual(0);
    }

    const { edit } = await client.moveNaming.apply({ run });
    expect(edit).toMatchObject({ kind: 'name-moves', description: 'Name the moves with small-model' });
    const cards = (await client.moves.cards({}))!;
    expect(cards.left).toBe(0);
    // The list predicted the result.
    for (const { role, name: called, turns } of report.named)
      expect(
        cards.roles.find((one) => one.role === role)!.moves.find((move) => move.name === called),
        called,
      ).toMatchObject({ turns });
    const after = await namesIn(client);
    expect(after).toHaveLength(report.named.length);
    expect((await client.moveNaming.report({ run })).applied).toBe(true);
    expect((await client.moveNaming.apply({ run })).edit).toBeNull();
    const tagged = tagRows(project);
    await client.tagging.undo();
    expect({ names: await namesIn(client), tags: tagRows(project) }).toEqual(before);
    await client.tagging.redo();
    expect({ names: await namesIn(client), tags: tagRows(project) }).toEqual({ names: after, tags: tagged });

    // Another number of moves joins or splits the named groups; their names stay.
    const given = cards.roles.find(({ role }) => role === 'user')!;
    expect(given.cut).toBe(given.moves.length);
    const called = async (moves: number): Promise<string[]> => {
      const { roles } = (await client.moves.cards({ cut: [{ role: 'user', moves }] }))!;
      const own = roles.find(({ role }) => role === 'user')!;
      expect([own.cut, own.moves.length]).toEqual([moves, moves]);
      return own.moves.map((move) => move.name);
    };
    const names = given.moves.map((move) => move.name);
    expect(names).toEqual(expect.arrayContaining(await called(names.length - 2)));
    expect(await called(names.length + 2)).toEqual(expect.arrayContaining(names));
  });

  it("keeps a person's names, before and after", async () => {
    const project = await named();
    const { client, server } = project;
    const cards = (await client.moves.cards({}))!;
    const largest = cards.roles.find(({ role }) => role === 'system')!.moves[0]!;
    await client.moves.edit({
      edit: { kind: 'rename', role: 'system', move: largest.name, name: 'my-own-name' },
    });
    const run = await name(project);
    const { known } = server
      .chats()
      .map(({ body }) => readAskedNames(body as never)!)
      .find(({ groups }) => groups[0]!.role === 'System' && groups[0]!.id === 1)!;
    expect(known).toEqual(['my-own-name']);
    const report = await client.moveNaming.report({ run });
    const mine = report.named.find(({ name: called }) => called === 'my-own-name')!;
    expect(mine).toMatchObject({ by: 'person', role: 'system' });
    // Counts all clusters that were mostly in the move, not only the one that its sentences are in.
    expect(mine.turns).toBeGreaterThan(0.8 * largest.turns);
    await client.moveNaming.apply({ run });
    const names = await namesIn(client);
    expect(names).toContain(`system my-own-name ${mine.turns}`);

    // Renamed after the model, then named again with another cut: the person's name stays.
    await client.moves.edit({ edit: { kind: 'rename', role: 'user', move: 'thank', name: 'be-glad' } });
    const again = await name(project, { clusters: 40 });
    await client.moveNaming.apply({ run: again });
    const now = await namesIn(client);
    expect(now.some((one) => one.startsWith('user be-glad '))).toBe(true);
    expect(now.some((one) => one.startsWith('user thank '))).toBe(false);
    expect(now.some((one) => one.startsWith('system my-own-name '))).toBe(true);
  });

  it('applies to later runs of moves', async () => {
    const project = await named();
    const run = await name(project);
    await project.client.moveNaming.apply({ run });
    await tagWith(project.client, 'moves');
    const names = await namesIn(project.client);
    expect(names.filter((one) => one.startsWith('user thank '))).toHaveLength(1);
  });

  it("retries an invalid answer once, then keeps the clusters' own names", async () => {
    const project = await named(({ groups, again }) =>
      again || groups[0]!.role === 'User' ? 'I would rather not.' : namesAnswer([{ id: 9999, name: 'a' }]),
    );
    const { client, server } = project;
    const before = (await client.moves.cards({}))!;
    const run = await name(project);
    const chats = server.chats().map(({ body }) => readAskedNames(body as never)!);
    expect(chats.filter(({ again }) => again)).toHaveLength(chats.length / 2);
    const [shown] = await client.moveNaming.runs();
    expect(shown!.warnings).toEqual([
      expect.stringMatching(/could not be used, even after trying again\.$/),
      expect.stringMatching(/The model did not name/),
    ]);
    const report = await client.moveNaming.report({ run });
    expect(new Set(report.named.map(({ by }) => by))).toEqual(new Set(['none']));
    await client.moveNaming.apply({ run });
    // Only the cut changes: moves that stay keep their names.
    const names = new Set((await namesIn(client)).map((one) => one.split(' ').slice(0, 2).join(' ')));
    for (const { role, moves } of before.roles)
      for (const { name: called } of moves) expect(names).toContain(`${role} ${called}`);
  });

  it('shows the agreement with a model that tagged every dialogue, and the cost of both', async () => {
    const project = await named();
    const { client, provider } = project;
    const tagging = await client.modelTagging.start({
      settings: { provider, model: 'small-model', pilot: 0 },
    });
    await resultOf(client, tagging.job);
    const run = await name(project);
    const { beside } = await client.moveNaming.report({ run });
    const [shown] = await client.moveNaming.runs();
    expect(beside).toMatchObject({ run: tagging.run, model: 'small-model', dialogues: 240 });
    expect(beside!.account.requests).toBeGreaterThan(10 * shown!.account.requests);
    expect(beside!.turns).toBeGreaterThan(1000);
    expect(beside!.same).toBeGreaterThan(0);
    expect(beside!.same).toBeLessThan(1);
    expect(beside!.vMeasure).toBeGreaterThan(0.3);
  });

  it('pauses at its budget, continues, and repeats no answered request', async () => {
    const project = await named();
    const { client, provider, server } = project;
    const settings = settingsOf(provider, { perRequest: 1 });
    const { tokens, requests } = await client.moveNaming.estimate(settings);
    const { job, run } = await client.moveNaming.start({
      ...settings,
      budgetTokens: Math.ceil(tokens.most / requests),
    });
    expect(await ended(client, job)).toMatchObject({ state: 'paused', reason: { code: 'budget' } });
    expect((await client.moveNaming.report({ run })).named).toEqual([]);
    await expect(client.moveNaming.apply({ run })).rejects.toMatchObject({ code: 'INVALID' });
    const { job: next } = await client.moveNaming.goOn({ run, limits: { budgetTokens: null } });
    await resultOf(client, next);
    const sent = server.chats().map(({ text }) => text);
    expect(new Set(sent).size).toBe(sent.length);
    const found = (await client.moveNaming.report({ run })).named;

    // Asking again costs nothing and gives the same result.
    const again = await name(project, { perRequest: 1 });
    expect(server.chats()).toHaveLength(sent.length);
    expect((await client.moveNaming.report({ run: again })).named).toEqual(found);
    expect(await client.moveNaming.estimate(settings)).toMatchObject({ kept: requests });
  });

  it('continues after a kill with the answers so far', async () => {
    const project = await named(({ groups }) =>
      namesAnswer(groups.map(({ id }) => ({ id, name: 'say-it' }))),
    );
    const { backend, folder, path, provider, server } = project;
    const settings = settingsOf(provider, { perRequest: 1 });
    const { requests } = await project.client.moveNaming.estimate(settings);
    await backend.stop();
    const child = startScript('run-lasting.ts', [
      'moveNaming',
      path,
      join(folder, 'settings'),
      JSON.stringify(settings),
    ]);
    await said(child, 'started');
    await expect.poll(() => server.chats().length, { timeout: 600_000, interval: 5 }).toBeGreaterThan(4);
    await killed(child);
    const { client } = openPage(startTestBackend(folder));
    await client.projects.open({ path });
    const [paused] = await client.moveNaming.runs();
    expect(paused).toMatchObject({ state: 'paused', reason: { code: 'interrupted' } });
    await resultOf(client, (await client.moveNaming.goOn({ run: paused!.run })).job);
    const sent = server.chats().map(({ text }) => text);
    expect(new Set(sent).size).toBe(requests);
    // Only requests in flight when it was killed, one per role, may have been sent twice.
    expect(sent.length - requests).toBeLessThanOrEqual(2);
  });
});
