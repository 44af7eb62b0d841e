import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { findingText } from '#shared/domain/finding.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { NO_OFFICE, pagesOf } from '../fixtures/office.ts';
import { copiesOf, makeProject, resultOf, tagWith } from '../fixtures/project.ts';

const known = [...new Set(supportCalls(4).flatMap(({ turns }) => turns.flatMap(({ acts = [] }) => acts)))];
/** Four kinds of calls; all of brand A report something late, and none of B. */
const calls = supportCalls(160).map((call, at) => ({ ...call, brand: at % 4 === 0 ? 'A' : 'B' }));
const learned = copiesOf(async () => {
  const project = await makeProject(calls);
  await tagWith(project.client, 'annotations');
  await resultOf(project.client, (await project.client.automata.learn({ learner: 'overview' })).job);
  return project;
});

it('open the dialogues that they are based on, as filters and the graph count them', async () => {
  const { client } = await learned();
  const { findings, dialogues, of, automaton } = await client.findings.list({});
  expect([dialogues, of]).toEqual([160, 160]);
  expect(automaton).toBe((await client.automata.list())[0]?.id);
  for (const { id, dialogues: expected, lit } of findings) {
    expect((await client.findings.dialogues({ finding: id, limit: 1 })).tracked).toBe(expected);
    expect(lit.states.length).toBeGreaterThan(0);
  }
  const { findings: begins } = await client.findings.answer({ question: { kind: 'begins' } });
  for (const { id, dialogues: expected, lit } of begins) {
    const [, role = '', tag = ''] = id.split(' ');
    // The graph may show a family, such as "report-*".
    const tags = tag.endsWith('*') ? known.filter((one) => one.startsWith(tag.slice(0, -1))) : [tag];
    const where = tags.map((one) => `starts with ${role} "${one}"`).join(' or ');
    expect((await client.filters.count({ where })).dialogues).toBe(expected);
    // Each starts at the first highlighted state, and reaches it from the start.
    const [state] = lit.states;
    expect(lit.transitions).toContainEqual({ from: 0, to: state });
    expect((await client.automata.dialogues({ at: { state: state ?? 0 } })).tracked).toBeGreaterThanOrEqual(
      expected,
    );
  }
  const { findings: ends } = await client.findings.answer({ question: { kind: 'ends' } });
  expect(ends.length).toBeGreaterThan(0);
  // The line from the state to the end is highlighted, but not the path to it.
  for (const { lit } of ends) expect(lit).toMatchObject({ ends: [lit.states[0]], transitions: [] });
  const { findings: paths } = await client.findings.answer({ question: { kind: 'paths' } });
  const variants = await client.analysis.variants({});
  expect(paths.map((path) => path.dialogues)).toContain(variants.items[0]?.dialogues);
});

it('are stored with the project, and found again once anything they depend on has changed', async () => {
  const { client, path } = await learned();
  const database = new Database(path);
  const stored = database
    .prepare<[], string>("SELECT header FROM dialogue_columns WHERE state LIKE 'kept/findings/%'")
    .pluck();
  const replace = (from: string, to: string) =>
    database
      .prepare(
        "UPDATE dialogue_columns SET header = replace(header, ?, ?) WHERE state LIKE 'kept/findings/%'",
      )
      .run(from, to);
  const { findings } = await client.findings.list({});
  const [first] = findings;
  const figures = async () => (await client.findings.list({})).findings.map(({ figure }) => figure);
  expect(stored.all()).toHaveLength(1);
  // What is stored is shown, until a pin, another automaton or other tags.
  const mark = (): void => void replace(`"figure":"${first?.figure}"`, '"figure":"stored"');
  mark();
  expect(await figures()).toContain('stored');
  await client.findings.decide({ finding: first?.id ?? '', pinned: true });
  expect(await figures()).not.toContain('stored');
  mark();
  expect(await figures()).toContain('stored');
  await resultOf(client, (await client.automata.learn({ learner: 'overview' })).job);
  expect(await figures()).not.toContain('stored');
  expect(stored.all()).toHaveLength(1);
  // A filter asks about other dialogues.
  mark();
  const filtered = await client.findings.list({ where: 'brand = A' });
  expect(filtered.findings.map(({ figure }) => figure)).not.toContain('stored');
  database.close();
});

it('are about the dialogues that pass the filter, and say how many those are', async () => {
  const { client } = await learned();
  const { findings, dialogues, of } = await client.findings.list({ where: 'brand = A' });
  expect([dialogues, of]).toEqual([40, 160]);
  for (const { id } of findings) {
    const { items } = await client.findings.dialogues({
      finding: id,
      where: 'brand = A',
      columns: ['brand'],
    });
    expect(items.length).toBeGreaterThan(0);
    expect(new Set(items.map(({ values }) => values?.[0]))).toEqual(new Set(['A']));
  }
  expect(await client.findings.list({ where: 'id = none' })).toMatchObject({ dialogues: 0, findings: [] });
  await expect(client.findings.list({ where: 'nothing = 1' })).rejects.toMatchObject({ code: 'INVALID' });
});

it('say which group differs, and follow edits of tags', async () => {
  const { client } = await learned();
  const segments = async () =>
    (await client.findings.answer({ question: { kind: 'segment', field: 'brand' } })).findings;
  const [late] = await segments();
  expect(late).toMatchObject({ value: 1, other: 0, n: 40 });
  expect(findingText(late!)).toContain('brand = A');
  const { dialogue } = await client.corpus.find({ externalId: calls[0]!.id });
  const [first] = (await client.corpus.dialogue({ dialogue })).turns;
  const has = 'segment brand = A has user report-late';
  const before = (await client.findings.dialogues({ finding: has })).tracked;
  await client.tagging.replaceTag({ turn: first!.id, tag: first!.tags[0]!.id, by: 'greet' });
  expect((await client.findings.dialogues({ finding: has })).tracked).toBe(before - 1);
  await client.tagging.undo();
  expect((await client.findings.dialogues({ finding: has })).tracked).toBe(before);
});

it("keep people's decisions, until they are undone", async () => {
  const { client } = await learned();
  const list = () => client.findings.list({});
  const [first, second, third] = (await list()).findings;
  await client.findings.decide({ finding: third!.id, pinned: true });
  const wording = { text: 'All end well.', of: findingText(second!) };
  await client.findings.decide({ finding: second!.id, wording });
  await client.findings.decide({ finding: first!.id, dismissed: true });
  const decided = await list();
  expect(decided.findings[0]).toMatchObject({ id: third!.id, decision: { pinned: true } });
  expect(decided.findings.find(({ id }) => id === second!.id)?.decision.wording).toEqual(wording);
  expect(decided.findings.map(({ id }) => id)).not.toContain(first!.id);
  expect(decided.dismissed.map(({ id }) => id)).toEqual([first!.id]);
  const { items } = await client.tagging.history({ limit: 3 });
  expect(items.map(({ description }) => description)).toEqual([
    'Dismiss a finding',
    'Reword a finding',
    'Pin a finding',
  ]);
  for (let step = 0; step < 3; step++) await client.tagging.undo();
  expect((await list()).findings.map(({ id }) => id).slice(0, 3)).toEqual([first!.id, second!.id, third!.id]);
});

it('say that there are too few dialogues', async () => {
  const { client } = await makeProject(supportCalls(20));
  await tagWith(client, 'annotations');
  expect(await client.findings.list({})).toMatchObject({ dialogues: 20, findings: [] });
  const { findings, remark } = await client.findings.answer({
    question: { kind: 'follows', move: { tag: 'thank' } },
  });
  expect(findings).toEqual([]);
  expect(remark).toContain('20 dialogues');
});

it('say where dialogues deviate from the most common paths, not that half of them do', async () => {
  const { client } = await learned();
  const odd = await client.findings.answer({ question: { kind: 'deviation' } });
  const [first] = odd.findings;
  const check = await client.fitness.check({ reference: { kind: 'variants', cover: 0.5, among: '' } });
  expect(first).toMatchObject({ dialogues: check.items[0]?.dialogues, n: check.checked });
  expect(findingText(first!)).toMatch(/^\S+ % of dialogues leave the most common paths because /);
});

it('compare topics that were found since they were read last', async () => {
  const { client } = await learned();
  const ofTopics = async () =>
    (await client.findings.list({})).findings.filter(({ id }) => id.includes('topic'));
  expect(await ofTopics()).toEqual([]);
  await resultOf(client, (await client.topics.find({ topics: 4 })).job);
  expect((await ofTopics()).length).toBeGreaterThan(0);
});

it('open the report with their sentences and pictures, and quote dialogues only on request', async () => {
  const { client, folder } = await learned();
  const { findings } = await client.findings.list({});
  const first = findings.find(({ remedy }) => remedy === null);
  const written = async (to: 'html' | 'markdown' | 'word', examples: boolean): Promise<Buffer> => {
    const out = join(folder, `report-${to}-${examples}`);
    await client.automata.export({ to, out, leastSupport: 5, examples });
    return readFileSync(out);
  };
  const page = (await written('html', false)).toString();
  const sentence = first ? findingText(first) : '';
  expect(page.indexOf('This report is about 160 dialogues.')).toBeLessThan(page.indexOf('<h2'));
  expect(page.replaceAll('&#39;', "'")).toContain(`<h3>${sentence}</h3><figure><svg`);
  expect(page).not.toMatch(/<blockquote>|call-\d/);
  const quoting = (await written('html', true)).toString();
  const quotes = [...quoting.matchAll(/<blockquote>.*?<\/blockquote>/g)].map(([quote]) => quote);
  expect(quotes.length).toBeGreaterThan(4);
  expect(new Set(quotes).size).toBe(quotes.length);
  expect(quoting).not.toMatch(/call-\d/);
  expect((await written('markdown', false)).toString()).toContain('## What was found');

  // The states have the names of the graph, in every picture and in the tables.
  const word = await written('word', false);
  const parts = unzipSync(word);
  const pictures = Object.keys(parts).filter((path) => path.endsWith('.svg'));
  expect(pictures.length).toBeGreaterThan(1);
  for (const path of pictures)
    expect(strFromU8(parts[path] ?? new Uint8Array())).toMatch(/<text [^>]*font-size="14"[^>]*>[a-z]/);
  if (NO_OFFICE !== null) return;
  const [opening = []] = pagesOf(word, 'docx');
  expect(opening.join(' ')).toContain('This report is about 160 dialogues.');
  expect(opening).toContain('Start');
});

it('count paths in the report as Explore does, also for an automaton that leaves out turns', async () => {
  const { client, folder } = await learned();
  await resultOf(client, (await client.automata.learn({ learner: 'overview', states: 4 })).job);
  const out = join(folder, 'report.md');
  await client.automata.export({ to: 'markdown', out, leastSupport: 1 });
  const section = readFileSync(out, 'utf8').split('## The most common paths')[1] ?? '';
  const counts = [...section.split('## ')[0]!.matchAll(/^\| *(\d+) *\|/gm)].map(([, count]) => Number(count));
  const { items } = await client.analysis.variants({ limit: counts.length });
  expect(counts.length).toBeGreaterThan(3);
  expect(counts).toEqual(items.map(({ dialogues }) => dialogues));
});

it('are the same automaton in an export of what the graph shows, or of everything', async () => {
  const { client, folder } = await learned();
  const exported = async (name: string, shown: { minSupport: number; maxDepth: null } | null) => {
    const out = join(folder, name);
    await client.automata.export({ to: 'mermaid', out, shown });
    return readFileSync(out, 'utf8');
  };
  const states = (text: string): number => text.match(/^ {2}s\d+[[(]/gm)?.length ?? 0;
  const all = await exported('all.mmd', null);
  const shown = await exported('shown.mmd', { minSupport: 60, maxDepth: null });
  expect(all).toContain('(("Start (160)"))');
  expect(states(shown)).toBeGreaterThan(1);
  expect(states(shown)).toBeLessThan(states(all));
  expect(shown).toContain('that are not shown');
  for (const [, total] of shown.matchAll(/\((\d+)\)"/g)) expect(Number(total)).toBeGreaterThanOrEqual(60);
});
