import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAutomaton, anyTree, exampleAutomaton } from '../../../../tests/fixtures/example-automata.ts';
import { leastShown, openingSupport, visibleStates } from './visible.ts';

const EVERY_DEPTH = Number.POSITIVE_INFINITY;
const tree = exampleAutomaton(100, [
  [0, 1, 'greet', 60],
  [0, 2, 'refund', 30],
  [1, 3, 'date', 40],
  [1, 4, 'price', 10],
  [3, 5, 'thanks', 35],
]);

describe('visibleStates', () => {
  it('shows the states with enough support and adds up those it hides', () => {
    const view = visibleStates(tree, { minSupport: 35, maxDepth: EVERY_DEPTH });
    expect([...view.shown]).toEqual([1, 1, 0, 1, 0, 1]);
    expect(view).toMatchObject({ shownCount: 4, hiddenCount: 2 });
  });

  it('says which share of dialogues leaves the shown part', () => {
    // 30 leave by refund, 10 by price.
    const view = visibleStates(tree, { minSupport: 35, maxDepth: EVERY_DEPTH });
    expect(view).toMatchObject({ hiddenShare: 0.4, shareIsExact: true });
    const all = visibleStates(tree, { minSupport: 1, maxDepth: EVERY_DEPTH });
    expect(all).toMatchObject({ hiddenCount: 0, hiddenShare: 0, shareIsExact: true });
  });

  it('is drawn with at least so many dialogues at every state and transition on show', () => {
    const least = (minSupport: number) =>
      leastShown(tree, visibleStates(tree, { minSupport, maxDepth: EVERY_DEPTH }).shown);
    expect([1, 35, 60, 61].map(least)).toEqual([10, 35, 60, 100]);
    const thin = exampleAutomaton(100, [
      [0, 1, 'greet', 100],
      [1, 1, 'again', 2],
    ]);
    expect(leastShown(thin, Uint8Array.of(1, 1))).toBe(2);
  });

  it('calls the share a bound where paths may leave, come back and leave again', () => {
    const looping = exampleAutomaton(100, [
      [0, 1, 'greet', 100],
      [1, 2, 'ask', 20],
      [1, 3, 'look', 15],
      [2, 1, 'again', 20],
    ]);
    const view = visibleStates(looping, { minSupport: 50, maxDepth: EVERY_DEPTH });
    expect(view).toMatchObject({ hiddenShare: 0.35, shareIsExact: false });
  });

  it('shows no deeper than asked', () => {
    const view = visibleStates(tree, { minSupport: 1, maxDepth: 1 });
    expect([...view.shown]).toEqual([1, 1, 1, 0, 0, 0]);
  });

  it('hides what only hidden states lead to, whatever its support', () => {
    const bottleneck = exampleAutomaton(100, [
      [0, 1, 'rare', 5],
      [1, 2, 'often', 90],
    ]);
    const view = visibleStates(bottleneck, { minSupport: 50, maxDepth: EVERY_DEPTH });
    expect([...view.shown]).toEqual([1, 0, 0]);
  });

  it('reveals states below the filter with the path to them', () => {
    const view = visibleStates(tree, { minSupport: 50, maxDepth: 1, revealed: [1, 4] });
    expect([...view.shown]).toEqual([1, 1, 0, 0, 1, 0]);
  });

  it('shows only q₀ where there is nothing else', () => {
    expect(visibleStates(exampleAutomaton(3, []), { minSupport: 1, maxDepth: 5 })).toMatchObject({
      shownCount: 1,
      hiddenCount: 0,
    });
  });

  it('hides and shows every state once, and never more under a stricter filter', () => {
    fc.assert(
      fc.property(
        anyAutomaton,
        fc.nat(300),
        fc.nat(50),
        fc.nat(12),
        (automaton, minSupport, less, maxDepth) => {
          const strict = visibleStates(automaton, { minSupport, maxDepth });
          const loose = visibleStates(automaton, { minSupport: minSupport - less, maxDepth: maxDepth + 1 });
          const stateCount = automaton.states.support.length;
          expect(strict.shownCount + strict.hiddenCount).toBe(stateCount);
          expect([...strict.shown].reduce((sum, one) => sum + one, 0)).toBe(strict.shownCount);
          for (let state = 0; state < stateCount; state++)
            expect(loose.shown[state]).toBeGreaterThanOrEqual(strict.shown[state]);
          expect(strict.hiddenShare).toBeGreaterThanOrEqual(0);
          expect(strict.hiddenShare).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('is exact in every tree', () => {
    fc.assert(
      fc.property(anyTree, fc.nat(300), (automaton, minSupport) => {
        expect(visibleStates(automaton, { minSupport, maxDepth: EVERY_DEPTH }).shareIsExact).toBe(true);
      }),
    );
  });
});

describe('openingSupport', () => {
  it('is 1 where everything fits', () => {
    expect(openingSupport(tree, 6)).toBe(1);
  });

  it('is the smallest support that leaves at most the limit', () => {
    // 60, 40, 35, 30 and 10 are beside q₀. With q₀, three states fit at 40.
    expect(openingSupport(tree, 3)).toBe(40);
    expect(openingSupport(tree, 4)).toBe(35);
  });

  it('takes one step more rather than show next to nothing', () => {
    const flat = exampleAutomaton(
      700,
      Array.from({ length: 70 }, (_, index) => [0, index + 1, `tag${index}`, 10] as const),
    );
    expect(openingSupport(flat, 60)).toBe(10);
  });

  it('shows automata of up to 60 states whole, and at most 24 states of larger ones', () => {
    const withStates = (states: number) =>
      exampleAutomaton(
        2000,
        Array.from({ length: states - 1 }, (_, index) => [0, index + 1, `tag${index}`, index + 1] as const),
      );
    expect(openingSupport(withStates(60))).toBe(1);
    // q₀ and 23 of 60 states, which 1 to 60 dialogues visit.
    expect(openingSupport(withStates(61))).toBe(38);
  });

  it('leaves at most twice the limit, and any smaller support of a state shows more than the limit', () => {
    fc.assert(
      fc.property(anyTree, fc.integer({ min: 2, max: 30 }), (automaton, limit) => {
        const support = openingSupport(automaton, limit);
        const count = (minSupport: number) =>
          visibleStates(automaton, { minSupport, maxDepth: EVERY_DEPTH }).shownCount;
        expect(count(support)).toBeLessThanOrEqual(2 * limit);
        for (const other of Array.from(automaton.states.support)) {
          if (other < support) expect(count(other)).toBeGreaterThan(limit);
        }
      }),
    );
  });
});
