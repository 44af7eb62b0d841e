import { expect, test } from 'vitest';
import { readable } from './readable.ts';

test('prints a line per value, in words', () => {
  expect(readable({ shareOfTurns: 0.85294, utterances: 12_345, report: null, isOpen: true })).toBe(
    'share of turns: 0.853\nmessages: 12345\nreport: –\nis open: yes',
  );
});

test('indents nested values and prints records as a table', () => {
  expect(
    readable({
      counts: { dialogues: 3, warnings: [] },
      runs: [
        { id: 1, tagger: 'offline', path: ['ask', 'thank'], wait: null },
        { id: 12, tagger: 'moves', path: [], wait: null },
      ],
    }),
  ).toBe(
    'counts:\n  dialogues: 3\n  warnings: none\nruns:\n  id  tagger   path\n  1   offline  ask, thank\n  12  moves',
  );
});

test('writes moves in words, also in a path and in a record about moves', () => {
  const asks = { role: 'user', tag: 'asks' };
  const links = { role: 'system', tag: 'links' };
  expect(
    readable({
      items: [
        { move: asks, steps: [asks, links], pattern: { kind: 'follows', move: asks, next: links }, n: 2 },
      ],
    }).split('\n'),
  ).toEqual([
    'items:',
    '  move            steps                          pattern                              n',
    '  customer #asks  customer #asks → agent #links  follows customer #asks agent #links  2',
  ]);
});

test('leaves out what is nested deeply and long lists, and says so', () => {
  const rows = Array.from({ length: 23 }, (_, id) => ({ id, path: [{ state: 1 }] }));
  const lines = readable({ rows, a: { b: { c: { d: 1 } } } }).split('\n');
  expect(lines).toContain('  … and 3 more');
  expect(lines.join()).not.toContain('path');
  expect(lines.at(-1)).toBe('--json prints all values.');
  expect(readable({ rows: [{ id: 1 }] })).not.toContain('--json');
});
