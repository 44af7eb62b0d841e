import { expect, it } from 'vitest';
import { copies } from '../../../../tests/fixtures/tagged-dialogues.ts';
import { buildSymbolCorpus } from '../corpus/symbol-corpus.ts';
import { learnPaperAutomaton } from '../learn.ts';
import { DEFAULT_PAPER_OPTIONS } from '../presets.ts';
import { reportOf, reportToHtml, reportToMarkdown } from './report.ts';

const { automaton } = learnPaperAutomaton(
  buildSymbolCorpus([
    ...copies(30, 'a', 'u:ask', 's:tell'),
    ...copies(10, 'b', 'u:<b>|x', 's:tell', 'u:ask', 's:tell'),
  ]),
  { ...DEFAULT_PAPER_OPTIONS, lambda: null },
);
const report = reportOf(automaton, 'Demo & more', ['Learned today.'], ['', '', 'The question']);

it('says how dialogues begin, what follows a state, and where dialogues end by which way', () => {
  expect(report.lines[0]).toMatch(/^40 dialogues, \d+ states, \d+ transitions\.$/);
  const [begin, states, end] = report.sections;
  expect(begin?.rows).toEqual([
    ['user', 'ask', 30, '75 %'],
    ['user', '<b>|x', 10, '25 %'],
  ]);
  expect(states?.rows).toContainEqual(['2 The question', 'user', 30, '75 %', 0, 'tell 100 %']);
  expect(end?.rows.map((row) => [row[1], row[3]])).toEqual([
    [30, 'ask → tell'],
    [10, '<b>|x → tell → ask → tell'],
  ]);
});

it('lets no tag be markup, and the page asks for nothing', () => {
  const markdown = reportToMarkdown(report);
  expect(markdown).toContain('| user | \\<b\\>\\|x | 10 | 25 % |');
  expect(markdown).toContain('# Demo \\& more');
  const page = reportToHtml(report);
  expect(page).toContain('&#60;b&#62;|x');
  expect(page).not.toMatch(/<b>|src=|href=|url\(/);
});
