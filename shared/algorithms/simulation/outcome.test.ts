import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareOutcomes, type Outcome } from './outcome.ts';

const turn = (externalId: string) => ({ source: 'calls', externalId, turn: 1 });
const OUTCOME: Outcome = {
  route: [
    { role: 'user', tag: 'greet' },
    { role: 'user', tag: 'refund' },
  ],
  missed: [{ role: 'user', tag: 'nba' }],
  state: ['refund', 'greet'],
  examples: [turn('a'), turn('b')],
  answer: 'Which order?',
};

describe('comparing what a conversation led to', () => {
  it('finds nothing where nothing changed, whatever the order of tags and examples', () => {
    const same = { ...OUTCOME, state: ['greet', 'refund'], examples: [turn('b'), turn('a')] };
    expect(compareOutcomes(OUTCOME, same)).toEqual({ changed: [], sharedSteps: 2, keptExamples: 2 });
  });

  it('names each part that changed, and how far the routes go together', () => {
    const other: Outcome = {
      route: [OUTCOME.route[0], { role: 'system', tag: 'refund' }],
      missed: OUTCOME.missed,
      state: ['parcel'],
      examples: [turn('b'), turn('c')],
      answer: null,
    };
    expect(compareOutcomes(OUTCOME, other)).toEqual({
      changed: ['route', 'state', 'examples', 'answer'],
      sharedSteps: 1,
      keptExamples: 1,
    });
  });

  it('counts a tag that is missed only now as a change of the route', () => {
    expect(compareOutcomes(OUTCOME, { ...OUTCOME, missed: [] }).changed).toEqual(['route']);
  });

  it('finds the same parts in both directions', () => {
    const symbol = fc.record({
      role: fc.constantFrom('user' as const, 'system' as const),
      tag: fc.constantFrom('a', 'b'),
    });
    const outcome: fc.Arbitrary<Outcome> = fc.record({
      route: fc.array(symbol, { maxLength: 3 }),
      missed: fc.array(symbol, { maxLength: 1 }),
      state: fc.uniqueArray(fc.constantFrom('a', 'b')),
      examples: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')).map((ids) => ids.map(turn)),
      answer: fc.constantFrom(null, 'x', 'y'),
    });
    fc.assert(
      fc.property(outcome, outcome, (before, after) => {
        expect(compareOutcomes(before, after)).toEqual(compareOutcomes(after, before));
      }),
    );
  });
});
