import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AutomatonGraph, readGraph } from '#shared/contract/automata.ts';
import type { TurnId } from '#shared/domain/ids.ts';
import { neutral, supportCalls, turnsOf, writeNeutral } from '../fixtures/dialogues.ts';
import { importFiles, makeProject, resultOf, tagWith } from '../fixtures/project.ts';
import { FORMAT_FILES, writeFormatFile } from './files-of-formats.ts';

describe('counts', () => {
  it.each(FORMAT_FILES)('of $name: read = messages + ignored + rejected', async (file) => {
    const { folder, client } = await makeProject();
    const { dialogues, utterances, ignored, rejected } = file;
    const result = await importFiles(client, [writeFormatFile(folder, file)]);
    expect(result).toMatchObject({ dialogues, utterances, ignored, rejected });
    expect(result.read).toBe(utterances + ignored + rejected);
    const rejects = await client.corpus.rejects({});
    expect(rejects.items.reduce((sum, item) => sum + item.records, 0)).toBe(rejected);
    for (const item of rejects.items) {
      expect(item.line).toBeGreaterThan(0);
      expect(item.reason).toMatch(/[.!?]$/);
    }
    const [source] = await client.corpus.sources();
    expect(source).toMatchObject({ format: file.format, dialogues, utterances, ignored, rejected });
    const counts = (await client.projects.current())?.counts;
    expect(counts).toMatchObject({ sources: 1, dialogues, utterances, rejected, turns: result.turns });
  });

  it('of several files are the sums, and a file named twice counts once', async () => {
    const { folder, client } = await makeProject();
    const paths = FORMAT_FILES.filter((file) => file.name !== 'calls.jsonl.gz').map((file) =>
      writeFormatFile(folder, file),
    );
    const result = await importFiles(client, [...paths, paths[0]]);
    expect(result).toMatchObject({ dialogues: 9, utterances: 31, ignored: 1, rejected: 4, read: 36 });
    expect((await client.projects.current())?.counts).toMatchObject({
      sources: 4,
      dialogues: 9,
      rejected: 4,
    });
  });
});

describe('joining turns', () => {
  const twice = neutral('a', 'u: One.', 'u: Two.', 's: Three.', 's: Four.', 'u: Five.');

  it('makes each message a turn if the whole file has one side, also of messages that are added later', async () => {
    const { folder, client } = await makeProject();
    const said = ['u: Hello.', 'u: I want pizza.', 'u: Large.'];
    const write = (...first: string[]) =>
      writeNeutral(folder, 'a.jsonl', [
        neutral('a', ...first),
        neutral('b', 'u: Hello.', 'u: No.'),
        neutral('c', 'u: Bye.'),
      ]);
    const result = await importFiles(client, [write(...said)]);
    expect(result).toMatchObject({ dialogues: 3, utterances: 6, turns: 6 });
    expect(result.warnings).toEqual([
      "The file has only one side, the customer's, so each message counts as a turn. Check the speakers and the format, or import a file with both sides.",
    ]);
    const textsOf = async () => {
      const { dialogue } = await client.corpus.find({ externalId: 'a' });
      const { turns } = await client.corpus.dialogue({ dialogue });
      return turns.map(({ utterances }) => utterances.map(({ text }) => text));
    };
    expect(await textsOf()).toEqual([['Hello.'], ['I want pizza.'], ['Large.']]);
    write(...said, 'u: Thanks.');
    const [source] = await client.corpus.sources();
    expect(source).toMatchObject({ join: false });
    await resultOf(client, (await client.growing.refresh({})).job);
    expect(await textsOf()).toEqual([['Hello.'], ['I want pizza.'], ['Large.'], ['Thanks.']]);
    // One customer without an answer among others is a turn, as before.
    const both = writeNeutral(folder, 'b.jsonl', [
      neutral('d', 'u: Hello.', 'u: Anybody?'),
      neutral('e', 'u: Hello.', 's: Yes?'),
      neutral('f', 'u: Bye.'),
    ]);
    expect(await importFiles(client, [both])).toMatchObject({ dialogues: 3, utterances: 5, turns: 4 });
  });

  it.each([
    { join: true, turns: 3 },
    { join: false, turns: 5 },
  ])('join: $join makes $turns turns of five turns and loses none', async ({ join: united, turns }) => {
    const { folder, client } = await makeProject();
    const path = writeNeutral(folder, 'a.jsonl', [twice]);
    expect(await importFiles(client, [path], { join: united })).toMatchObject({ utterances: 5, turns });
    const { dialogue } = await client.corpus.find({ externalId: 'a' });
    const detail = await client.corpus.dialogue({ dialogue });
    expect(detail.turns).toHaveLength(turns);
    const texts = detail.turns.flatMap((turn) => turn.utterances.map((utterance) => utterance.text));
    expect(texts).toEqual(['One.', 'Two.', 'Three.', 'Four.', 'Five.']);
  });
});

describe('importing again', () => {
  const calls = supportCalls(20);

  it("adds nothing, counts all as ignored and keeps people's tags", async () => {
    const { folder, client } = await makeProject(calls);
    await tagWith(client, 'annotations');
    await client.tagging.addTag({ turn: 1 as TurnId, tag: 'mine' });
    const before = (await client.projects.current())?.counts;
    const again = await importFiles(client, [join(folder, 'calls.jsonl')]);
    expect(again).toMatchObject({ dialogues: 0, utterances: 0, rejected: 0, ignored: turnsOf(calls) });
    expect(again.read).toBe(turnsOf(calls));
    expect(again.warnings.join(' ')).toContain('already in the project');
    expect((await client.projects.current())?.counts).toEqual(before);
    const [{ id }] = (await client.corpus.dialogues({})).items;
    const [first] = (await client.corpus.dialogue({ dialogue: id })).turns;
    expect(first).toMatchObject({
      id: 1,
      tags: expect.arrayContaining([expect.objectContaining({ name: 'mine' })]),
    });
  });

  it.each(FORMAT_FILES)('finds the rejects of $name again and stores them once', async (file) => {
    const { folder, client } = await makeProject();
    const path = writeFormatFile(folder, file);
    await importFiles(client, [path]);
    const before = await client.corpus.rejects({});
    const again = await importFiles(client, [path]);
    expect(again.rejected).toBe(file.rejected);
    expect(await client.corpus.rejects({})).toEqual(before);
  });

  it('recognizes a dialogue from another file by its id and text', async () => {
    const { folder, client } = await makeProject(calls);
    const other = join(folder, 'other');
    mkdirSync(other);
    const moved = await importFiles(client, [
      writeNeutral(other, 'copy.jsonl', [...calls, neutral('new', 'u: Hi.')]),
    ]);
    expect(moved).toMatchObject({ dialogues: 1, utterances: 1, ignored: turnsOf(calls), rejected: 0 });
  });

  it('does not replace the text of a dialogue, and says so', async () => {
    const { folder, client } = await makeProject(calls);
    const changed = neutral('call-0', 'u: Quite another thing.', 's: Indeed.');
    const result = await importFiles(client, [writeNeutral(folder, 'calls.jsonl', [changed])]);
    expect(result).toMatchObject({ dialogues: 0, utterances: 0, rejected: 2, ignored: 0 });
    const { items } = await client.corpus.rejects({});
    expect(items).toMatchObject([{ records: 2, excerpt: 'Quite another thing.' }]);
    expect(items[0].reason).toContain('"call-0"');
    const { dialogue } = await client.corpus.find({ externalId: 'call-0' });
    expect((await client.corpus.dialogue({ dialogue })).turns).toHaveLength(6);
  });

  it('makes an automaton stale only if dialogues were added', async () => {
    const { folder, client } = await makeProject(calls);
    await tagWith(client, 'annotations');
    await resultOf(client, (await client.automata.learn({ tau: 1 })).job);
    const isStale = async (): Promise<boolean> => (await client.automata.list())[0].stale;
    await importFiles(client, [join(folder, 'calls.jsonl')]);
    expect(await isStale()).toBe(false);
    await importFiles(client, [writeNeutral(folder, 'more.jsonl', [neutral('new', 'u: Hi. #greet')])]);
    expect(await isStale()).toBe(true);
  });
});

describe('the order of import', () => {
  const first = supportCalls(40, 'b');
  const second = supportCalls(30, 'a').slice(3);

  async function learned(
    order: readonly (readonly [string, typeof first])[],
    tagger: 'annotations' | 'offline',
  ) {
    const { folder, client } = await makeProject();
    for (const [name, dialogues] of order) await importFiles(client, [writeNeutral(folder, name, dialogues)]);
    await tagWith(client, tagger);
    await resultOf(client, (await client.automata.learn({ tau: 1 })).job);
    const { symbols, states, transitions } = readGraph(
      await client.automata.graph({}),
    ) satisfies AutomatonGraph;
    const out = join(folder, 'automaton.dot');
    await client.automata.export({ to: 'dot', out });
    return { symbols, states, transitions, dot: readFileSync(out, 'utf8') };
  }

  const inOrder: readonly (readonly [string, typeof first])[] = [
    ['first.jsonl', first],
    ['second.jsonl', second],
  ];

  it.each(['annotations', 'offline'] as const)('does not change the automaton (%s)', async (tagger) => {
    const one = await learned(inOrder, tagger);
    const other = await learned(inOrder.toReversed(), tagger);
    expect(one.states.support.length).toBeGreaterThan(5);
    expect(other).toEqual(one);
  });
});

describe('a workbook', () => {
  const rows = (month: string): (string | number | null)[][] => [
    ['ticket', 'from', 'message'],
    [`${month}-1`, 'customer', 'Meu pedido ainda não chegou, o que houve?'],
    [`${month}-1`, 'agent', 'Qual é o número do pedido, por favor?'],
    [null, 'agent', 'Para ninguém'],
  ];

  async function workbook(folder: string): Promise<string> {
    const { default: writeXlsxFile } = await import('write-excel-file/node');
    const sheets = { 'Read me': [['Made in spring'], ['By hand']], March: rows('m'), April: rows('a') };
    const path = join(folder, 'tickets.xlsx');
    const data = Object.entries(sheets).map(([sheet, cells]) => ({
      sheet,
      data: cells.map((row) => row.map((value) => (value === null ? null : { value }))),
    }));
    await writeXlsxFile(data as never).toFile(path);
    return path;
  }

  it('imports each sheet with dialogues as a source, and names sheet and row of rejects', async () => {
    const { folder, client } = await makeProject();
    const path = await workbook(folder);
    const result = await importFiles(client, [path]);
    expect(result).toMatchObject({ dialogues: 2, utterances: 4, rejected: 2 });
    expect(result.warnings.join()).toContain('Read me was left out');
    const sources = await client.corpus.sources();
    expect(sources.map(({ name }) => name.replace(/^.*tickets/, 'tickets'))).toEqual([
      'tickets.xlsx: April',
      'tickets.xlsx: March',
    ]);
    const { items } = await client.corpus.rejects({});
    expect(items.map(({ reason }) => reason)).toContain(
      'Row 4 of sheet "April" has no dialogue id. Fill in the cell.',
    );
  });

  it('imports one sheet if it was chosen, with the language as a field', async () => {
    const { folder, client } = await makeProject();
    const path = await workbook(folder);
    const preview = await client.corpus.preview({ path, sheet: 'April' });
    expect(preview).toMatchObject({ sheet: 'April', sheets: ['Read me', 'March', 'April'] });
    expect(await importFiles(client, [path], { sheet: 'April' })).toMatchObject({
      dialogues: 1,
      rejected: 1,
    });
    const listed = await client.corpus.dialogues({ columns: ['language'] });
    expect(listed.items.map(({ externalId, values }) => [externalId, values])).toEqual([
      ['a-1', ['Portuguese']],
    ]);
    await expect(importFiles(client, [path], { sheet: 'May' })).rejects.toThrow('has no sheet "May"');
  });
});
