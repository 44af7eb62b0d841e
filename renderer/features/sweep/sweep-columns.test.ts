import { expect, it } from 'vitest';
import { learnInputSchema } from '#shared/contract/automata.ts';
import type { SweepRow } from '#shared/contract/sweep.ts';
import { COLUMNS, describeSetting, nextSorting, sortedRows } from './sweep-columns.ts';

const row = (setting: object, figures: Partial<SweepRow> = {}): SweepRow => ({
  setting: learnInputSchema.parse({ run: 3, ...setting }),
  tagger: 'moves',
  states: 40,
  transitions: 200,
  largest: 0.2,
  named: 0.8,
  followed: 0.7,
  beyondChance: { estimate: 0.25, lower: 0.2, upper: 0.3 },
  sequences: 99,
  seconds: 0.1,
  ...figures,
});

it('describes a setting', () => {
  expect(describeSetting(row({ learner: 'paper' }), false)).toBe('As in the paper, τ 5, λ 0.1');
  expect(describeSetting(row({ learner: 'overview', states: 40 }), true)).toBe(
    'Overview of at most 40 states, moves, run 3',
  );
  expect(describeSetting(row({ learner: 'merging', policy: 'k-tails', k: 3, states: 40 }), false)).toBe(
    'Merged by k-tails, k 3, at most 40 states',
  );
});

it('sorts by a column, missing values last', () => {
  const rows = [
    row({ learner: 'context' }, { named: null }),
    row({ learner: 'overview' }, { named: 0.5 }),
    row({ learner: 'merging' }, { named: 0.9 }),
  ];
  const order = (descending: boolean) =>
    sortedRows(rows, { column: 'named', descending }).map(({ setting }) => setting.learner);
  expect(order(true)).toEqual(['merging', 'overview', 'context']);
  expect(order(false)).toEqual(['overview', 'merging', 'context']);
  expect(nextSorting({ column: 'named', descending: true }, 'named').descending).toBe(false);
});

it('shows what is beyond chance in points, with its interval if there is one', () => {
  const text = COLUMNS.find(({ id }) => id === 'beyond')!.text;
  expect(text(row({}))).toBe('25 [20, 30]');
  expect(text(row({}, { beyondChance: { estimate: -0.02, lower: null, upper: null } }))).toBe('−2');
});
