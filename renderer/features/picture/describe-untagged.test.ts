import { expect, it } from 'vitest';
import { describeMinutes, describeNotDrawn, describeUntagged } from './advice-bar.tsx';

it('says how many turns have no move, and how long it takes to name them', () => {
  expect(describeUntagged({ turns: 372, of: 1488, role: null })).toBe('372 turns (25 %) have no move.');
  expect(describeUntagged({ turns: 1, of: 200, role: null })).toBe('1 turn (0.5 %) has no move.');
  expect(describeUntagged({ turns: 2, of: 200, role: 'user' }, 'tag')).toBe(
    '2 customer turns (1.0 %) have no tag.',
  );
  expect(describeMinutes(372)).toBe('about 10 minutes');
  expect(describeMinutes(3)).toBe('about 1 minute');
});

it('says how many turns a picture passes over', () => {
  expect(describeNotDrawn(1240, 10_400)).toBe(
    '1,240 turns (12 %) with rare moves are left out of the graph.',
  );
  expect(describeNotDrawn(1, 200, 'tag')).toBe('1 turn (0.5 %) with a rare tag is left out of the graph.');
});
