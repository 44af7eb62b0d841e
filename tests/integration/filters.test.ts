import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { type LearnResult, readGraph } from '#shared/contract/automata.ts';
import { cli } from '../fixtures/command-line.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import {
  copiesOf,
  ended,
  importFiles,
  makeProject,
  reopened,
  resultOf,
  tagWith,
} from '../fixtures/project.ts';
import { FORMAT_FILES, writeFormatFile } from './files-of-formats.ts';

const BRANDS = ['Acme', 'Bolt'];
const calls = supportCalls(40).map((call, at) => ({
  ...call,
  brand: BRANDS[at % 2],
  csat: at % 5,
  tags: ['urgent', `queue ${at % 3}`],
}));
const tagged = copiesOf(async () => {
  const project = await makeProject(calls);
  await tagWith(project.client, 'annotations');
  return project;
});

describe('fields', () => {
  it("contain the file's values and computed ones", async () => {
    const { client } = await tagged();
    const fields = await client.filters.fields();
    const named = (name: string) => fields.find((field) => field.name === name);
    expect(named('brand')).toEqual({
      name: 'brand',
      kind: 'words',
      dialogues: 40,
      different: 2,
      values: [
        { value: 'Acme', dialogues: 20, passing: 20 },
        { value: 'Bolt', dialogues: 20, passing: 20 },
      ],
      range: null,
      bins: [],
      months: [],
    });
    expect(named('csat')).toMatchObject({ kind: 'number', range: { least: '0', most: '4' } });
    expect(named('tags')).toMatchObject({ dialogues: 40, different: 4 });
    expect(named('turns')).toMatchObject({ kind: 'number', dialogues: 40 });
  });

  it('can be filtered together with tags and words', async () => {
    const { client } = await tagged();
    const count = async (where: string) => (await client.filters.count({ where })).dialogues;
    expect(await count('')).toBe(40);
    expect(await count('tag = report-late')).toBe(10);
    expect(await count('tag = report-late and brand = acme')).toBe(10);
    expect(await count('text = refund and csat >= 3')).toBe(4);
  });

  it('call the domains of support on Twitter brands, and still read a filter that calls them domains', async () => {
    const { client, folder } = await makeProject();
    const tweets = FORMAT_FILES.find(({ format }) => format === 'twcs')!;
    await importFiles(client, [writeFormatFile(folder, tweets)]);
    const fields = await client.filters.fields();
    expect(
      fields
        .find(({ name }) => name === 'brand')
        ?.values.map(({ value }) => value)
        .sort(),
    ).toEqual(['Bank', 'Shop']);
    expect(fields.map(({ name }) => name)).not.toContain('domain');
    for (const where of ['brand = Shop', 'domain = Shop'])
      expect(await client.filters.count({ where })).toMatchObject({ dialogues: 1 });
  });

  it('still reads a saved filter that calls the turns rounds', async () => {
    const { client } = await tagged();
    const { dialogues } = await client.filters.count({ where: 'turns > 2' });
    expect(dialogues).toBeGreaterThan(0);
    expect(await client.filters.count({ where: 'Rounds > 2' })).toMatchObject({ dialogues });
  });

  it('can be filtered by sequences of moves, and by paths through an automaton', async () => {
    const { client } = await tagged();
    const { job } = await client.automata.learn({ tau: 2, lambda: null });
    const { automaton } = await resultOf<LearnResult>(client, job);
    const count = async (where: string) => (await client.filters.count({ where })).dialogues;
    const starts = await count('starts with user report-late');
    expect(starts).toBeGreaterThan(0);
    expect(await count('report-late later report-late or starts with report-late')).toBe(10);
    expect(await count('system report-late later user ask-refund')).toBe(0);
    const graph = readGraph(await client.automata.graph({ automaton }));
    const state = graph.states.support.findIndex((support) => support > 0 && support < 40);
    expect(await count(`passes state ${state} of ${automaton}`)).toBe(graph.states.support[state]);
    expect(await count(`passes edge 0 to ${graph.transitions.to[0]}`)).toBe(graph.transitions.support[0]);
    const ended = graph.states.ends.reduce((sum, ends) => sum + ends, 0);
    const left = graph.states.support.map((_, at) => `leaves at ${at}`).join(' or ');
    expect(ended + (await count(left))).toBe(40);
  });

  it("include people's tags and decisions, with how many pass a filter", async () => {
    const { client } = await tagged();
    const { items } = await client.corpus.dialogues({ limit: 1 });
    const detail = await client.corpus.dialogue({ dialogue: items[0]!.id });
    await client.tagging.addTag({ turn: detail.turns[0]!.id, tag: 'by-hand' });
    const fields = await client.filters.fields({ where: 'corrected = yes' });
    const named = (name: string) => fields.find((field) => field.name === name);
    expect(named('corrected')?.values).toEqual([
      { value: 'no', dialogues: 39, passing: 0 },
      { value: 'yes', dialogues: 1, passing: 1 },
    ]);
    expect(named('tags seen')?.values).toContainEqual({ value: 'by-hand', dialogues: 1, passing: 1 });
    expect((await client.filters.count({ where: '"tags seen" = by-hand' })).dialogues).toBe(1);
  });

  it('have an outcome, as chosen for the project', async () => {
    const { client } = await tagged();
    const outcomes = async () =>
      (await client.filters.fields())
        .find(({ name }) => name === 'outcome')
        ?.values.map(({ value }) => value);
    const byTag = await outcomes();
    expect(await client.filters.outcome()).toEqual({ kind: 'last-tag' });
    await client.filters.setOutcome({ kind: 'field', field: 'brand' });
    expect(await outcomes()).toEqual(['Acme', 'Bolt']);
    await client.filters.setOutcome({ kind: 'tags', tags: ['report-late'] });
    expect(await outcomes()).toEqual(['none of these', 'report-late']);
    expect(byTag).not.toContain('none of these');
    expect((await client.filters.count({ where: 'outcome = report-late' })).dialogues).toBe(10);
  });

  it('can take the outcome from a field of the file with that name', async () => {
    const { client } = await makeProject(calls.map((call, at) => ({ ...call, outcome: `end ${at % 2}` })));
    await tagWith(client, 'annotations');
    await client.filters.setOutcome({ kind: 'field', field: 'file.outcome' });
    expect((await client.filters.count({ where: 'outcome = "end 1"' })).dialogues).toBe(20);
  });

  it.each([
    ['color = red', 'No dialogue has a field "color".', /brand/],
    ['csat > many', 'The field "csat" has numbers, and "many" is not a number.', /number/],
    ['tag = report-early', 'There is no tag "report-early" in this project.', /list of tags/],
    ['passes state 999', 'There is no automaton.', /remove the condition/],
    ['report-late later nobody', 'There is no tag "nobody" in this project.', /list of tags/],
    ['csat >', 'The filter cannot be read: Expected a value, but the filter ends there.', /domain = hotel/],
  ])('that do not exist are rejected with a message: %s', async (where, message, nextStep) => {
    const { client } = await tagged();
    await expect(client.filters.count({ where })).rejects.toMatchObject({
      code: 'INVALID',
      message,
      data: { nextStep: expect.stringMatching(nextStep) },
    });
  });
});

describe('a list of dialogues', () => {
  it('contains those that pass, sorted by a field, with the requested columns', async () => {
    const { client } = await tagged();
    const { total, items } = await client.corpus.dialogues({
      where: 'brand = bolt and csat >= 2',
      sort: { field: 'csat', descending: true },
      columns: ['csat', 'tags'],
      limit: 5,
    });
    expect(total).toBe(12);
    expect(items.map(({ values }) => values[0])).toEqual(['4', '4', '4', '4', '3']);
    expect(items[0]!.values[1]).toMatch(/^urgent, queue \d$/);
    const searched = await client.corpus.dialogues({ where: 'brand = bolt', query: 'refund' });
    expect(searched.items[0]!.excerpt).toMatch(/refund/i);
    expect(searched.total).toBeLessThan(20);
  });

  it('at a place contains only those that pass', async () => {
    const { client } = await tagged();
    const { job } = await client.automata.learn({ learner: 'dependency' });
    await resultOf<LearnResult>(client, job);
    const at = { state: 0 };
    expect(await client.automata.dialogues({ at, where: 'brand = bolt' })).toMatchObject({
      tracked: 40,
      total: 20,
    });
  });

  it('is searched by phrases, tags, alternatives and exclusions', async () => {
    const { client } = await tagged();
    const found = async (query: string) => (await client.corpus.dialogues({ query })).total;
    const [late, refund] = [await found('tag:report-late'), await found('tag:ask-refund')];
    expect(late).toBe(10);
    expect(await found('tag:report-late OR tag:ask-refund')).toBe(late + refund);
    expect(await found('-tag:report-late')).toBe(40 - late);
    expect(await found('tag:report-late -tag:report-late')).toBe(0);
    const { items } = await client.corpus.dialogues({ query: 'refund', limit: 1 });
    const words = items[0]!.excerpt
      .replace(/[^a-z ]/gi, ' ')
      .trim()
      .split(/ +/);
    expect(await found(`"${words[0]} ${words[1]}"`)).toBeGreaterThan(0);
    expect(await found(`"${words[1]} ${words[0]}"`)).toBe(0);
    expect(await found(`refund -${words[0]}`)).toBeLessThan(await found('refund'));
    expect(await found('tag:nobody')).toBe(0);
    expect((await client.corpus.dialogues({ query: 'tag:report-late', where: 'brand = bolt' })).total).toBe(
      (await client.filters.count({ where: 'tag = report-late and brand = bolt' })).dialogues,
    );
  });

  it('is rejected with a message if the sorting field does not exist', async () => {
    const { client } = await tagged();
    await expect(client.corpus.dialogues({ sort: { field: 'colour' } })).rejects.toMatchObject({
      code: 'INVALID',
      data: { place: 'sort', value: 'colour' },
    });
  });
});

describe('learning from filtered dialogues', () => {
  it('tracks these alone, and uses them again when it learns again', async () => {
    const { client } = await tagged();
    const { job } = await client.automata.learn({ learner: 'dependency', where: 'tag = report-late' });
    const { automaton } = await resultOf<LearnResult>(client, job);
    const graph = readGraph(await client.automata.graph({ automaton }));
    expect(graph.dialogues).toBe(10);
    expect(graph.symbols.map(({ tag }) => tag)).not.toContain('ask-refund');
    const again = await client.automata.relearn({ automaton, keep: true });
    expect(again).toMatchObject({ automaton: null, after: { dialogues: 10 } });
  });

  it('fails with a message if none passes', async () => {
    const { client } = await tagged();
    const { job } = await client.automata.learn({ where: 'csat > 10' });
    expect(await ended(client, job)).toMatchObject({
      state: 'failed',
      error: { message: 'No dialogue passes the filter, so there is nothing to learn from.' },
    });
    expect(await client.automata.list()).toEqual([]);
  });

  it('is available on the command line', async () => {
    const { path, backend } = await tagged();
    await backend.stop();
    const learned = await cli('learn', '--project', path, '--where', 'brand = Bolt and csat < 2');
    expect(learned.status).toBe(0);
    const { output } = await cli('filters', '--project', path, '--where', 'brand = Bolt and csat < 2');
    expect(output).toMatchObject({ dialogues: 8, of: 40 });
    const asked = ['--where', 'brand = Bolt', '--sort', 'csat', '--descending', '--columns', 'csat,brand'];
    const listed = await cli('dialogues', '--project', path, ...asked, '--limit', '1');
    expect(listed.output).toMatchObject({ total: 20, items: [{ values: ['4', 'Bolt'] }] });
  });
});

it('stores fields with the project, and reads them again after an import', async () => {
  const project = await makeProject(calls);
  const { client } = project;
  const fields = await client.filters.fields();
  const kept = (): unknown[] => {
    const database = new Database(project.path, { readonly: true });
    const states = database.prepare('SELECT state FROM dialogue_columns').pluck().all();
    database.close();
    return states;
  };
  const within = { timeout: 600_000 };
  await expect.poll(kept, within).toHaveLength(1);
  const opened = await reopened(project);
  expect(await opened.client.filters.fields()).toEqual(fields);
  expect(kept()).toHaveLength(1);
  const file = join(project.folder, 'more.jsonl');
  writeFileSync(file, JSON.stringify({ ...supportCalls(1)[0], id: 'one-more', brand: 'Corp' }));
  await ended(opened.client, (await opened.client.corpus.import({ paths: [file] })).job);
  const [before] = kept();
  expect(await opened.client.filters.count({ where: 'brand = Corp' })).toEqual({ dialogues: 1, of: 41 });
  await expect.poll(() => kept()[0], within).not.toEqual(before);
});

describe('a saved filter', () => {
  it('is saved, renamed and removed, each an edit with undo', async () => {
    const { client } = await tagged();
    const names = async () =>
      (await client.savedFilters.list()).map(({ name, where }) => `${name}: ${where}`);
    expect((await client.savedFilters.save({ name: 'Acme', where: 'brand = Acme' })).edit).toMatchObject({
      kind: 'saved-filters',
    });
    await client.savedFilters.save({ name: 'Bad', where: 'csat < 2' });
    expect(await names()).toEqual(['Acme: brand = Acme', 'Bad: csat < 2']);
    await client.savedFilters.rename({ name: 'Bad', to: 'Unhappy' });
    await client.savedFilters.remove({ name: 'Acme' });
    expect(await names()).toEqual(['Unhappy: csat < 2']);
    await client.tagging.undo();
    await client.tagging.undo();
    expect(await names()).toEqual(['Acme: brand = Acme', 'Bad: csat < 2']);
    await expect(client.savedFilters.rename({ name: 'Bad', to: 'Acme' })).rejects.toThrow(/already/);
    await expect(client.savedFilters.remove({ name: 'None' })).rejects.toThrow(/no saved filter “None”/);
    await expect(client.savedFilters.save({ name: 'x', where: 'brand =' })).rejects.toThrow(/cannot be read/);
  });
});

describe('filtered dialogues', () => {
  it.each(['neutral', 'csv'] as const)('are exported as %s, and imported unchanged', async (form) => {
    const { client, folder } = await tagged();
    const out = join(folder, form === 'csv' ? 'acme.csv' : 'acme.jsonl');
    const written = await client.filters.export({ out, form, where: 'brand = Acme' });
    expect(written).toMatchObject({ path: out, dialogues: 20 });
    const before = await client.corpus.dialogues({ where: 'brand = Acme' });
    await client.projects.create({ path: join(folder, `again-${form}`) });
    await ended(client, (await client.corpus.import({ paths: [out] })).job);
    const after = await client.corpus.dialogues({});
    const told = ({ items }: typeof after) =>
      items.map(({ externalId, turns, excerpt }) => [externalId, turns, excerpt]);
    expect(told(after)).toEqual(told(before));
    if (form === 'neutral')
      expect(await client.filters.count({ where: 'brand = Acme' })).toEqual({ dialogues: 20, of: 20 });
  });

  it('are exported as an event log without their text, and imported with the same moves', async () => {
    const { client, folder } = await tagged();
    const out = join(folder, 'acme.xes');
    const where = 'brand = Acme';
    expect(await client.filters.export({ out, form: 'xes', where })).toMatchObject({ dialogues: 20 });
    const written = readFileSync(out, 'utf8');
    const acme = calls.filter(({ brand }) => brand === 'Acme');
    for (const { turns } of acme) for (const { text } of turns) expect(written).not.toContain(text);
    const movesOf = async (asked: object) =>
      (await client.analysis.variants({ ...asked, fold: false, limit: 1000 })).items.map(
        ({ steps, dialogues }) => [dialogues, steps],
      );
    const before = await movesOf({ where });
    await client.projects.create({ path: join(folder, 'again-xes') });
    await ended(client, (await client.corpus.import({ paths: [out] })).job);
    await tagWith(client, 'annotations');
    expect(before.length).toBeGreaterThan(1);
    expect(await movesOf({})).toEqual(before);
  });

  it('are no event log without tags', async () => {
    const { client, folder } = await makeProject(calls.slice(0, 2));
    await expect(client.filters.export({ out: join(folder, 'none.xes'), form: 'xes' })).rejects.toThrow(
      'Nothing has been tagged yet.',
    );
  });
});
