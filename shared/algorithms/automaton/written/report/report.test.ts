import { expect, it } from 'vitest';
import { buildSymbolCorpus, copies } from '../../../../../tests/fixtures/tagged-dialogues.ts';
import { measureFlow } from '../../../performance/measure-flow.ts';
import { comparedAutomaton } from '../../difference/match-states.ts';
import { DEFAULT_PAPER_OPTIONS, learnPaperAutomaton } from '../../learn.ts';
import { restrictAutomaton } from '../../reading/restrict.ts';
import { reportToHtml, reportToMarkdown } from './pages.ts';
import { changesSince, reportOf } from './report.ts';
import { reportToWord } from './word.ts';

const user = (tag: string) => ({ role: 'user', tag }) as const;
const system = (tag: string) => ({ role: 'system', tag }) as const;

const { automaton } = learnPaperAutomaton(
  buildSymbolCorpus([
    ...copies(30, 'a', 'u:ask', 's:tell'),
    ...copies(10, 'b', 'u:<b>|x', 's:tell', 'u:ask', 's:tell'),
  ]),
  { ...DEFAULT_PAPER_OPTIONS, lambda: null },
);
const told = { automaton, title: 'Demo & more', about: ['Learned today.'], names: ['', '', 'The question'] };
const report = reportOf(told);

it('describes how dialogues begin, what follows a state, and where dialogues end by which path', () => {
  expect(report.lines[0]).toMatch(/^40 dialogues, \d+ states, \d+ transitions\.$/);
  const [begin, states, end] = report.sections;
  expect(begin?.rows).toEqual([
    ['customer', 'ask', 30, '75 %'],
    ['customer', '<b>|x', 10, '25 %'],
  ]);
  expect(states?.rows).toContainEqual([
    { state: 2, text: 'The question' },
    'customer',
    30,
    '75 %',
    0,
    'tell 100 %',
  ]);
  expect(end?.rows.map((row) => [row[1], row[3]])).toEqual([
    [30, 'ask → tell'],
    [10, '<b>|x → tell → ask → tell'],
  ]);
});

it('says how much of the automaton a part is', () => {
  const part = restrictAutomaton(automaton, { minimumSupport: 20, maximumDepth: null }).structure;
  expect(part.stateCount).toBeLessThan(automaton.stateCount);
  const [counts] = reportOf({ ...told, automaton: part, whole: automaton }).lines;
  expect(counts).toBe(
    `40 dialogues, ${part.stateCount} of ${automaton.stateCount} states, ${part.transitionTargets.length} of ${automaton.transitionTargets.length} transitions.`,
  );
});

it('escapes tags, and makes a page that loads nothing', () => {
  const markdown = reportToMarkdown(report);
  expect(markdown).toContain('| customer | \\<b\\>\\|x | 10 | 25 % |');
  expect(markdown).toContain('# Demo \\& more');
  const page = reportToHtml(report);
  expect(page).toContain('&#60;b&#62;|x');
  expect(page).not.toMatch(/<b>|src=|href="[^#]|url\(/);
  // Each link leads to an element on the page.
  for (const [, place] of page.matchAll(/href="#([^"]*)"/g)) expect(page).toContain(`id="${place}"`);
  expect(page).toMatch(/<a href="#state-\d">/);
});

it('lists common paths, waits and changes, and leaves out counts below the least', () => {
  const { automaton: more } = learnPaperAutomaton(
    buildSymbolCorpus([
      ...copies(30, 'a', 'u:ask', 's:tell'),
      ...copies(10, 'b', 'u:<b>|x', 's:tell', 'u:ask', 's:tell'),
      ...copies(9, 'c', 'u:ask', 's:refuse'),
      ...copies(3, 'd', 'u:rare', 's:tell'),
    ]),
    { ...DEFAULT_PAPER_OPTIONS, tau: 0, lambda: null },
  );
  const keys = (count: number): string[] => Array.from({ length: count }, (_, at) => String(at + 100));
  const minutes = Float64Array.from({ length: more.dialogueCount * 4 }, (_, at) => at * 120);
  const { transitions: waits } = measureFlow(more, {
    waits: 'both',
    isTaken: () => true,
    times: {
      offsets: Int32Array.from({ length: more.dialogueCount + 1 }, (_, at) => at * 4),
      starts: minutes,
      ends: minutes,
    },
    lastTurns: new Int32Array(more.dialogueCount).fill(-1),
    isAbandoned: () => false,
    outcomes: null,
    numbers: null,
  });
  const facts = {
    variants: [
      { moves: [user('ask'), system('tell')], dialogues: 30 },
      { moves: [user('<b>|x'), system('tell'), user('ask'), system('tell')], dialogues: 10 },
      { moves: [user('ask'), system('refuse')], dialogues: 9 },
    ],
    waits,
    since: changesSince(
      comparedAutomaton(automaton, keys(40)),
      comparedAutomaton(more, keys(52)),
      'automaton 1',
    ),
    certainty: [{ what: 'Held out', figure: '90 %' }],
  };
  const whole = reportOf({ ...told, automaton: more, names: [], facts, least: 5 });
  const rowsOf = (heading: string) => whole.sections.find((section) => section.heading === heading)?.rows;
  expect(rowsOf('The most common paths')).toEqual([
    [30, '58 %', 'ask → tell'],
    [10, '19 %', '<b>|x → tell → ask → tell'],
    [9, '17 %', 'ask → refuse'],
  ]);
  expect(rowsOf('States')?.map((row) => row[4])).toContain('< 5');
  expect(rowsOf('States')?.map((row) => row[4])).not.toContain(0);
  expect(rowsOf('Where time goes')?.[0]?.slice(2, 4)).toEqual([30, '2.0 min']);
  expect(rowsOf('What changed')?.map((row) => row.slice(1))).toContainEqual([0, 9, '+9']);
  expect(rowsOf('What changed')?.flat()).not.toContain(3);
  expect(rowsOf('How reliable the automaton is')?.[0]).toEqual(['Held out', '90 %']);
  expect(reportToMarkdown(whole)).toContain('In Dialogram: Explore, Paths, Variants.');
});

it('is a Word file with its own headings, tables and styles, and without broken references', () => {
  const files = reportToWord(report, '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const document = files['word/document.xml'] ?? '';
  // The words and the origin of the report have headings, but no table.
  expect(document.match(/w:val="Heading1"/g)).toHaveLength(report.sections.length + 2);
  expect(document.match(/<w:tblHeader\/>/g)).toHaveLength(report.sections.length);
  expect(document).toContain('&#60;b&#62;|x');
  for (const [, id] of document.matchAll(/r:embed="([^"]+)"/g))
    expect(files['word/_rels/document.xml.rels']).toContain(`Id="${id}"`);
  for (const [, target] of (files['word/_rels/document.xml.rels'] ?? '').matchAll(/Target="([^"]+)"/g))
    expect(Object.keys(files)).toContain(`word/${target}`);
  for (const [, styled] of document.matchAll(/w:(?:pStyle|tblStyle) w:val="([^"]+)"/g))
    expect(files['word/styles.xml']).toContain(`w:styleId="${styled}"`);
});

it('begins with the findings, shows each with its picture and examples, and defines its terms', () => {
  const finding = (kind: string, sentence: string) => ({
    kind,
    sentence,
    basis: '30 of 40 dialogues',
    picture: '<svg width="300" height="100"><text>ask</text></svg>',
    examples: ['Where is my <parcel>?'],
  });
  const found = reportOf({
    ...told,
    findings: [
      finding('begins', '75 % of dialogues begin with ask.'),
      finding('begins', '25 % of dialogues begin with x.'),
      finding('ends', '100 % of dialogues end with tell.'),
    ],
  });
  expect(found.summary).toBe(
    'This report is about 40 dialogues. 75 % of dialogues begin with ask. 100 % of dialogues end with tell.',
  );
  const markdown = reportToMarkdown(found);
  const page = reportToHtml(found);
  const word = reportToWord(found, null);
  for (const text of [markdown, page, word['word/document.xml'] ?? '']) {
    const places = [
      'This report is about 40 dialogues.',
      '25 % of dialogues begin with x.',
      'States',
      'What the words mean',
      'Learned today.',
    ].map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places.toSorted((a, b) => a - b)).toEqual(places);
    expect(text).toContain('Where is my');
    expect(text).not.toContain('<parcel>');
  }
  expect(page.match(/<figure><svg/g)).toHaveLength(3);
  expect(Object.keys(word).filter((name) => name.endsWith('.svg'))).toHaveLength(3);
  expect(word['word/media/picture0.svg']).toContain('<text>ask</text>');
});
