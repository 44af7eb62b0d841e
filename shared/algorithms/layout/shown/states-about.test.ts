import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyAutomaton, exampleAutomaton } from '../../../../tests/fixtures/example-automata.ts';
import { statesAbout } from './states-about.ts';
import { visibleStates } from './visible.ts';

const automaton = exampleAutomaton(100, [
  [0, 1, 'greet', 60],
  [0, 2, 'refund', 40],
  [1, 3, 'date', 35],
  [1, 4, 'price', 20],
  [3, 5, 'thanks', 30],
  [5, 6, 'bye', 25],
]);

it('shows the wanted states with their paths, and the states beside them', () => {
  expect(statesAbout(automaton, [3])).toEqual([0, 1, 3, 5]);
  expect(statesAbout(automaton, [2])).toEqual([0, 2]);
});

it('shows the strongest states if none is wanted, and leaves out what does not fit', () => {
  expect(statesAbout(automaton, [], {}, 4)).toEqual([0, 1, 2, 3]);
  // The path to state 6 has five states.
  expect(statesAbout(automaton, [2, 6], {}, 4)).toEqual([0, 2]);
});

it('is a picture of exactly these states for any automaton', () => {
  fc.assert(
    fc.property(anyAutomaton, fc.array(fc.nat(20)), fc.integer({ min: 1, max: 12 }), (any, wanted, most) => {
      const states = statesAbout(
        any,
        wanted.filter((state) => state < any.states.roles.length),
        {},
        most,
      );
      expect(states.length).toBeLessThanOrEqual(most);
      const filter = { minSupport: 1_000_000, maxDepth: 0, only: states };
      const { shown } = visibleStates(any, filter);
      expect([...shown].flatMap((isShown, state) => (isShown ? state : []))).toEqual(states);
    }),
    { numRuns: 60 },
  );
});
