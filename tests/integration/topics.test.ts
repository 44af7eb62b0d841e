import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import type { TopicCards, TopicEdit, TopicsResult } from '#shared/contract/topics.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { cli } from '../fixtures/command-line.ts';
import { neutral, writeNeutral } from '../fixtures/dialogues.ts';
import {
  copiesOf,
  ended,
  importFiles,
  makeProject,
  openPage,
  resultOf,
  startTestBackend,
  type TestProject,
} from '../fixtures/project.ts';

const SUBJECTS = [
  ['my parcel has not arrived', 'the courier lost a parcel', 'where is the courier with my parcel'],
  ['the invoice is too high', 'you charged me twice on the invoice', 'an invoice charged twice'],
  ['my router shows no internet', 'internet is slow with this router', 'the router has no internet'],
  ['the flight is delayed', 'i missed my flight at the gate', 'which gate has the delayed flight'],
];
const TICKETS = Array.from({ length: 120 }, (_, at) => {
  const texts = SUBJECTS[at % 4]!;
  return neutral(
    `ticket-${at}`,
    `u: Hello, ${texts[Math.floor(at / 4) % texts.length]}`,
    's: We look into it.',
  );
});

const withTopics = copiesOf(async () => {
  const project = await makeProject(TICKETS);
  await resultOf<TopicsResult>(project.client, (await project.client.topics.find({ topics: 4 })).job);
  return project;
});

async function cardsOf({ client }: TestProject): Promise<TopicCards> {
  const cards = await client.topics.cards({});
  if (!cards) throw new Error('There are no topics.');
  return cards;
}

const edit = ({ client }: TestProject, what: TopicEdit) => client.topics.edit({ edit: what });
const nameOf = (cards: TopicCards, word: string): string =>
  cards.topics.find(({ phrases }) => phrases.some(({ text }) => text.includes(word)))!.name;
const passing = async ({ client }: TestProject, topic: string): Promise<number> =>
  (await client.filters.count({ where: `topic = "${topic}"` })).dialogues;

describe('the topics of a project', () => {
  it('are cards that contain every dialogue once, with openers that contain a key phrase', async () => {
    const project = await withTopics();
    const cards = await cardsOf(project);
    expect(cards).toMatchObject({ dialogues: 120, without: 0, decisions: 0, isOutdated: false });
    expect(cards.topics.map(({ dialogues }) => dialogues)).toEqual([30, 30, 30, 30]);
    for (const { examples, phrases } of cards.topics) {
      expect(examples.length).toBeGreaterThan(0);
      for (const { text } of examples) expect(phrases.some((one) => text.includes(one.text))).toBe(true);
    }
  });

  it('are a field of dialogues that can be filtered, before anything is tagged', async () => {
    const project = await withTopics();
    const { topics } = await cardsOf(project);
    for (const { name, dialogues } of topics) expect(await passing(project, name)).toBe(dialogues);
    const fields = await project.client.filters.fields({});
    expect(fields.find(({ name }) => name === 'topic')).toMatchObject({ different: 4 });
  });

  it('are merged, renamed, split and cut, and all of it is undone', async () => {
    const project = await withTopics();
    const start = await cardsOf(project);
    const [parcel, invoice] = [nameOf(start, 'parcel'), nameOf(start, 'invoice')];
    await edit(project, { kind: 'merge', topic: parcel, into: invoice });
    await edit(project, { kind: 'rename', topic: invoice, name: 'orders' });
    expect(await passing(project, 'orders')).toBe(60);
    await edit(project, { kind: 'split', topic: 'orders' });
    expect((await cardsOf(project)).topics).toHaveLength(4);
    await edit(project, { kind: 'cut', topics: 2 });
    expect((await cardsOf(project)).decisions).toBe(4);
    for (let at = 0; at < 4; at++) await project.client.tagging.undo();
    expect(await cardsOf(project)).toEqual(start);
    expect(await passing(project, parcel)).toBe(30);
  });

  it('accept a moved example with similar dialogues, and keep that in later runs', async () => {
    const project = await withTopics();
    const start = await cardsOf(project);
    const { examples } = start.topics.find(({ name }) => name === nameOf(start, 'router'))!;
    const { edit: made } = await edit(project, {
      kind: 'teach',
      dialogue: examples[0]!.dialogue,
      topic: 'home network',
    });
    expect(made?.description).toMatch(
      /^Move a dialogue and \d+ similar dialogues to the topic “home network”$/,
    );
    const taught = await passing(project, 'home network');
    expect(taught).toBeGreaterThan(5);
    await ended(project.client, (await project.client.topics.find({ topics: 4, seed: 7 })).job);
    expect(await passing(project, 'home network')).toBeGreaterThan(5);
  });

  it.each<[TopicEdit, RegExp]>([
    [{ kind: 'split', topic: 'no such topic' }, /There is no topic “no such topic”/],
    [{ kind: 'cut', topics: 99 }, /cannot be split into 99/],
  ])('reject %o with a message', async (what, words) => {
    await expect(edit(await withTopics(), what)).rejects.toThrow(words);
  });

  it('are deleted with a purge of dialogues that they were found in', async () => {
    const project = await withTopics();
    const { dialogue } = await project.client.corpus.find({ externalId: 'ticket-0' });
    const { job } = await project.client.purge.run({ dialogues: [dialogue!], expected: 1 });
    expect(await ended(project.client, job)).toMatchObject({ state: 'done' });
    expect(await project.client.topics.cards({})).toBeNull();
  });
});

describe('a project that an import prepares', () => {
  it('gets its graph and topics although the page is closed meanwhile', async () => {
    const { backend, client, folder, path, session } = await makeProject();
    const file = writeNeutral(folder, 'tickets.jsonl', TICKETS);
    await client.corpus.import({ paths: [file], prepare: true });
    await session.end();
    // The project can be opened by others once everything has ended.
    const database = new Database(path, { readonly: true });
    const made = database.prepare<[], string>("SELECT kind FROM runs WHERE state = 'done'").pluck();
    await vi.waitFor(
      () => expect(made.all()).toEqual(expect.arrayContaining(['automaton', 'topics'])),
      60_000,
    );
    database.close();
    await backend.stop();
    const again = openPage(startTestBackend(folder)).client;
    await again.projects.open({ path });
    expect(await again.topics.cards({})).toMatchObject({ dialogues: 120, isOutdated: false });
    expect(await again.automata.list()).toHaveLength(1);
    expect((await again.jobs.list()).map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
      'import done',
      'picture done',
      'topics done',
    ]);
  });

  it('keeps its topics up to date with later imports, and other projects stay without', async () => {
    const project = await withTopics();
    const more = writeNeutral(project.folder, 'more.jsonl', [
      neutral('late-1', 'u: My parcel!', 's: Sorry.'),
    ]);
    await importFiles(project.client, [more]);
    await vi.waitFor(
      async () => expect(await cardsOf(project)).toMatchObject({ isOutdated: false, dialogues: 121 }),
      60_000,
    );
    const plain = await makeProject(TICKETS);
    await importFiles(plain.client, [more]);
    expect((await plain.client.jobs.list()).map(({ kind }) => kind)).toEqual(['import', 'import']);
  });

  it('is the same if the command line prepares it', async () => {
    const folder = temporaryFolder('topics');
    const project = join(folder, 'p.dialogram');
    const file = writeNeutral(folder, 'tickets.jsonl', TICKETS);
    expect((await cli('import', file, '--project', project, '--prepare')).output.dialogues).toBe(120);
    expect((await cli('topics', 'list', '--project', project)).output).toMatchObject({
      dialogues: 120,
      isOutdated: false,
    });
    const { client } = openPage(startTestBackend(folder));
    await client.projects.open({ path: project });
    expect(await client.automata.list()).toMatchObject([{ learner: 'overview', tagger: 'moves' }]);
    expect((await client.jobs.list()).every(({ state }) => state === 'done')).toBe(true);
    expect((await client.findings.list({})).findings.length).toBeGreaterThan(3);
  });
});

describe('topics on the command line', () => {
  it('are found, listed and renamed', async () => {
    const folder = temporaryFolder('topics');
    const project = join(folder, 'p.dialogram');
    await cli('import', writeNeutral(folder, 'tickets.jsonl', TICKETS), '--project', project);
    const found = await cli('topics', 'find', '--topics', '4', '--project', project, '--json');
    const cards = found.output as TopicCards;
    expect(cards.topics).toHaveLength(4);
    await cli('topics', 'rename', cards.topics[0]!.name, 'orders', '--project', project);
    const listed = await cli('topics', 'list', '--project', project, '--json');
    expect((listed.output as TopicCards).topics.map(({ name }) => name)).toContain('orders');
    expect((await cli('topics', 'sing', '--project', project)).status).not.toBe(0);
  });
});
