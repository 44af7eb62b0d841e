import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simulateVotes } from '../../../tests/fixtures/drawn-votes.ts';
import { createRandom } from '../random/random.ts';
import { bradleyTerryStrengths, preferenceChance, rankMethods } from './rank-methods.ts';
import type { Vote, VoteOutcome } from './votes.ts';
import { averageWinRate, winRate } from './win-rate.ts';

const votesOf = (...outcomes: [string, string, VoteOutcome][]): Vote[] =>
  outcomes.map(([first, second, outcome], at) => ({ item: `i${at}`, first, second, outcome }));

const someVotes = fc.array(
  fc.record({
    item: fc.constantFrom('1', '2', '3', '4', '5'),
    pair: fc.constantFrom(['a', 'b'], ['b', 'c'], ['c', 'a'], ['d', 'a']),
    outcome: fc.constantFrom<VoteOutcome>('first', 'second', 'tie', 'both-bad'),
  }),
  { minLength: 1, maxLength: 25 },
);
const asVotes = (
  drawn: readonly { item: string; pair: readonly [string, string]; outcome: VoteOutcome }[],
): Vote[] => drawn.map(({ item, pair: [first, second], outcome }) => ({ item, first, second, outcome }));

describe('Bradley–Terry strengths', () => {
  it('are the log odds of two methods', () => {
    const [a, b] = bradleyTerryStrengths(Float64Array.of(0, 30, 10, 0), 2, { priorVotes: 1e-9 });
    expect(a - b).toBeCloseTo(Math.log(3), 6);
    expect(a + b).toBeCloseTo(0, 9);
  });

  it('are finite for a method that never lost, and equal for methods that never met', () => {
    const [a, b, c] = bradleyTerryStrengths(Float64Array.of(0, 5, 0, 0, 0, 0, 0, 0, 0), 3);
    expect(Number.isFinite(a)).toBe(true);
    expect(a).toBeGreaterThan(c);
    expect(c).toBeGreaterThan(b);
    expect(Array.from(bradleyTerryStrengths(new Float64Array(4), 2))).toEqual([0, 0]);
    expect(bradleyTerryStrengths(new Float64Array(0), 0)).toHaveLength(0);
  });

  it('give each method its expected points, as the maximum does', () => {
    const table = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(table, (counts) => {
        const points = Float64Array.from(counts, (count) => count / 2);
        const strengths = bradleyTerryStrengths(points, 3, { priorVotes: 1e-6 });
        for (let i = 0; i < 3; i++) {
          let [got, expected] = [0, 0];
          for (let j = 0; j < 3; j++) {
            if (j === i) continue;
            got += points[i * 3 + j];
            const games = points[i * 3 + j] + points[j * 3 + i];
            expected += games * preferenceChance(strengths[i], strengths[j]);
          }
          expect(got).toBeCloseTo(expected, 3);
        }
      }),
    );
  });

  it('reject an invalid table of counts', () => {
    expect(() => bradleyTerryStrengths(new Float64Array(3), 2)).toThrow(RangeError);
    expect(() => bradleyTerryStrengths(Float64Array.of(0, -1, 1, 0), 2)).toThrow(RangeError);
    expect(() => bradleyTerryStrengths(new Float64Array(4), 2, { priorVotes: 0 })).toThrow(RangeError);
  });
});

describe('a ranking', () => {
  it('recovers known strengths from simulated votes', () => {
    const truth = { best: 1.2, good: 0.4, poor: -0.5, worst: -1.1 };
    const ranking = rankMethods(simulateVotes(truth, 4000, 7, 0), { seed: 1, resamples: 100 });
    expect(ranking.methods.map(({ method }) => method)).toEqual(['best', 'good', 'poor', 'worst']);
    for (const { method, strength } of ranking.methods) {
      expect(Math.abs(strength - truth[method as keyof typeof truth])).toBeLessThan(0.1);
    }
    expect(ranking).toMatchObject({ votes: 4000, items: 4000, few: false, connected: true });
  });

  it('contains the true value in its interval about as often as it should', () => {
    const truth = { a: 0.5, b: -0.5 };
    let held = 0;
    for (let study = 0; study < 100; study++) {
      const { methods } = rankMethods(simulateVotes(truth, 120, study, 0), { seed: study, resamples: 200 });
      const a = methods.find(({ method }) => method === 'a');
      if (a?.interval && a.interval.lower <= 0.5 && 0.5 <= a.interval.upper) held++;
    }
    expect(held).toBeGreaterThanOrEqual(88);
    expect(held).toBeLessThanOrEqual(100);
  });

  it('does not depend on the order of votes, or on which method is called first', () => {
    const flip: Record<VoteOutcome, VoteOutcome> = {
      first: 'second',
      second: 'first',
      tie: 'tie',
      'both-bad': 'both-bad',
    };
    fc.assert(
      fc.property(someVotes, fc.nat(1000), (drawn, seed) => {
        const votes = asVotes(drawn);
        const options = { seed: 3, resamples: 30 };
        const other = createRandom(seed)
          .shuffle(votes)
          .map((vote, at) =>
            at % 2 === 0
              ? vote
              : { item: vote.item, first: vote.second, second: vote.first, outcome: flip[vote.outcome] },
          );
        const [one, two] = [rankMethods(votes, options), rankMethods(other, options)];
        expect(two.methods.map(({ method, rank, interval }) => [method, rank, interval?.bestRank])).toEqual(
          one.methods.map(({ method, rank, interval }) => [method, rank, interval?.bestRank]),
        );
        one.methods.forEach(({ strength, interval }, at) => {
          expect(two.methods[at].strength).toBeCloseTo(strength, 9);
          if (interval) expect(two.methods[at].interval?.lower).toBeCloseTo(interval.lower, 9);
        });
      }),
      { numRuns: 40 },
    );
  });

  it('is better for more wins', () => {
    fc.assert(
      fc.property(someVotes, (drawn) => {
        const votes = asVotes(drawn);
        const strengthOf = (list: readonly Vote[]) =>
          rankMethods(list, { seed: 1, resamples: 1 }).methods.find(({ method }) => method === 'a')
            ?.strength ?? 0;
        const more = [...votes, ...votesOf(['a', 'b', 'first'])];
        const less = [...votes, ...votesOf(['a', 'b', 'second'])];
        expect(strengthOf(more)).toBeGreaterThan(strengthOf(less));
      }),
      { numRuns: 60 },
    );
  });

  it('counts ties as half a win, and both bad as a tie', () => {
    const ranking = rankMethods(votesOf(['a', 'b', 'tie'], ['b', 'a', 'both-bad']), { seed: 1 });
    expect(ranking.methods.map(({ method, strength, rank, ties }) => [method, strength, rank, ties])).toEqual(
      [
        ['a', 0, 1, 2],
        ['b', 0, 1, 2],
      ],
    );
    expect(ranking.methods[0].preferred).toBeCloseTo(0.5);
    const tie = rankMethods(votesOf(['a', 'b', 'tie'], ['a', 'b', 'first'], ['a', 'b', 'tie']), { seed: 1 });
    const halves = bradleyTerryStrengths(Float64Array.of(0, 2, 1, 0), 2);
    expect(tie.methods[0].strength).toBeCloseTo(halves[0], 9);
  });

  it('has no interval for one item, or for votes that all went the same way', () => {
    const intervals = (votes: readonly Vote[]) =>
      Object.fromEntries(
        rankMethods(votes, { seed: 1, resamples: 200 }).methods.map(({ method, interval }) => [
          method,
          interval,
        ]),
      );
    const none = { a: null, b: null };
    expect(intervals(votesOf(['a', 'b', 'first']))).toEqual(none);
    const one = votesOf(['a', 'b', 'first'], ['a', 'b', 'second']).map((vote) => ({ ...vote, item: 'one' }));
    expect(intervals(one)).toEqual(none);
    expect(intervals(votesOf(['a', 'b', 'first'], ['a', 'b', 'first'], ['b', 'a', 'second']))).toEqual(none);
    const { a, b, c } = intervals(
      votesOf(['a', 'b', 'first'], ['a', 'b', 'second'], ['a', 'b', 'first'], ['c', 'b', 'first']),
    );
    expect(a?.lower).toBeLessThan(a?.upper ?? 0);
    expect(b?.lower).toBeLessThan(b?.upper ?? 0);
    // One vote on it, however many on the others.
    expect(c).toBeNull();
  });

  it('gives the chance that the best is preferred to the second', () => {
    const two = rankMethods(simulateVotes({ good: 0.4, poor: -0.4 }, 200, 3, 0), { seed: 1, resamples: 200 });
    const { strength, interval } = two.methods[0];
    // Two strengths add up to 0, so the second is the first one's opposite, in every resample.
    expect(two.lead?.chance).toBeCloseTo(preferenceChance(strength, -strength), 9);
    expect(two.lead?.interval?.lower).toBeCloseTo(preferenceChance(interval!.lower, -interval!.lower), 3);
    expect(two.lead?.interval?.upper).toBeCloseTo(preferenceChance(interval!.upper, -interval!.upper), 3);

    const even = rankMethods(simulateVotes({ a: 0, b: 0, c: -2 }, 300, 5, 0), { seed: 1, resamples: 200 });
    expect(even.lead?.chance).toBeGreaterThanOrEqual(0.5);
    expect(even.lead?.interval?.lower).toBeLessThan(0.5);
    expect(rankMethods(votesOf(['a', 'b', 'first']), { seed: 1 }).lead?.interval).toBeNull();
    expect(rankMethods([], { seed: 1 }).lead).toBeNull();
  });

  it('reports methods that never met', () => {
    const apart = rankMethods(votesOf(['a', 'b', 'first'], ['c', 'd', 'first']), { seed: 1 });
    expect(apart).toMatchObject({ connected: false, few: true });
    expect(apart.methods.every(({ few }) => few)).toBe(true);
    expect(rankMethods([], { seed: 1 })).toEqual({
      methods: [],
      lead: null,
      votes: 0,
      items: 0,
      few: true,
      connected: true,
    });
    expect(() => rankMethods(votesOf(['a', 'a', 'tie']), { seed: 1 })).toThrow(RangeError);
    const many = rankMethods(simulateVotes({ a: 1, b: 0 }, 30, 1), { seed: 1, resamples: 10 });
    expect(many.few).toBe(false);
  });
});

describe('a win rate', () => {
  it('agrees with counts by hand', () => {
    const votes = votesOf(
      ['a', 'b', 'first'],
      ['b', 'a', 'second'],
      ['a', 'b', 'second'],
      ['a', 'b', 'tie'],
      ['b', 'a', 'both-bad'],
      ['a', 'c', 'second'],
    );
    const rate = winRate(votes, 'a', 'b', { seed: 1 });
    expect(rate).toMatchObject({ wins: 2, ties: 2, losses: 1, few: true });
    expect(rate.rate.estimate).toBeCloseTo(0.6);
    expect(rate.decided).toMatchObject({ successes: 2, trials: 3 });
    expect(winRate(votes, 'b', 'a', { seed: 1 }).rate.estimate).toBeCloseTo(0.4);
    expect(winRate(votes, 'b', 'c', { seed: 1 }).rate).toEqual({ estimate: null, lower: null, upper: null });
  });

  it('gives every corpus the same weight', () => {
    const small = votesOf(['a', 'b', 'first']);
    const large = Array.from({ length: 9 }, (_, index) => ({
      item: `large-${index}`,
      first: 'a',
      second: 'b',
      outcome: index < 3 ? ('first' as const) : ('second' as const),
    }));
    const { estimate, lower, upper } = averageWinRate([small, large], 'a', 'b', { seed: 1 });
    expect(estimate).toBeCloseTo((1 + 3 / 9) / 2);
    expect(winRate([...small, ...large], 'a', 'b', { seed: 1 }).rate.estimate).toBeCloseTo(0.4);
    // The only vote of the small corpus stands in every resample that counts.
    expect(lower).toBeGreaterThanOrEqual(0.5);
    expect(upper).toBeLessThan(1);
    expect(averageWinRate([large], 'a', 'b', { seed: 1 })).toEqual(
      winRate(large, 'a', 'b', { seed: 1 }).rate,
    );
    expect(averageWinRate([large, []], 'a', 'b', { seed: 1 }).estimate).toBeNull();
  });
});
