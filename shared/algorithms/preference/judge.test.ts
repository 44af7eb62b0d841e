import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreementWithPerson, type Judgement, lengthBias, settleJudgements } from './judge.ts';
import type { Vote, VoteOutcome } from './votes.ts';

const judgement = (
  item: string,
  shownFirst: string,
  shownSecond: string,
  says: Judgement['says'],
): Judgement => ({
  item,
  shownFirst,
  shownSecond,
  says,
});
const vote = (item: string, first: string, second: string, outcome: VoteOutcome): Vote => ({
  item,
  first,
  second,
  outcome,
});

describe('both orders of a judge', () => {
  it('count if they agree and tie if they do not', () => {
    const settled = settleJudgements([
      judgement('1', 'a', 'b', 'first'),
      judgement('1', 'b', 'a', 'second'),
      judgement('2', 'b', 'a', 'first'),
      judgement('2', 'a', 'b', 'first'),
      judgement('3', 'a', 'b', 'tie'),
      judgement('3', 'b', 'a', 'first'),
      judgement('4', 'a', 'b', 'tie'),
      judgement('4', 'b', 'a', 'tie'),
      judgement('5', 'a', 'b', 'first'),
    ]);
    expect(settled.pairs.map(({ item, outcome, consistent }) => [item, outcome, consistent])).toEqual([
      ['1', 'first', true],
      ['2', 'tie', false],
      ['3', 'tie', false],
      ['4', 'tie', true],
    ]);
    expect(settled.oneOrderOnly).toBe(1);
    expect(settled.consistent).toMatchObject({ successes: 2, trials: 4 });
    expect(settled.forShownFirst).toMatchObject({ successes: 5, trials: 6 });
  });

  it('always tie if the judge decides by position alone', () => {
    const items = fc.uniqueArray(fc.string(), { maxLength: 10 });
    fc.assert(
      fc.property(items, fc.constantFrom('first' as const, 'second' as const), (names, says) => {
        const settled = settleJudgements(
          names.flatMap((item) => [judgement(item, 'x', 'y', says), judgement(item, 'y', 'x', says)]),
        );
        expect(settled.pairs).toHaveLength(names.length);
        expect(settled.pairs.every(({ outcome }) => outcome === 'tie')).toBe(true);
      }),
    );
  });

  it('count by their average probabilities if both are known, so that a bias for the position cancels out', () => {
    const weighed = (shownFirst: string, shownSecond: string, first: number, tie = 0): Judgement => ({
      ...judgement('1', shownFirst, shownSecond, tie > first ? 'tie' : 'first'),
      weights: { first, second: 1 - first - tie, tie },
    });
    const settle = (...both: [Judgement, Judgement]) => settleJudgements(both).pairs[0];
    // Each order says "first", but is surer if it sees "b" there.
    expect(settle(weighed('a', 'b', 0.7), weighed('b', 'a', 0.9))).toMatchObject({
      outcome: 'second',
      consistent: false,
    });
    expect(settle(weighed('b', 'a', 0.7), weighed('a', 'b', 0.9))).toMatchObject({ outcome: 'first' });
    expect(settle(weighed('a', 'b', 0.8), weighed('b', 'a', 0.8))).toMatchObject({ outcome: 'tie' });
    expect(settle(weighed('a', 'b', 0.3, 0.6), weighed('b', 'a', 0.3, 0.6))).toMatchObject({
      outcome: 'tie',
      consistent: true,
    });
    expect(settle(weighed('a', 'b', 0.7), judgement('1', 'b', 'a', 'first'))).toMatchObject({
      outcome: 'tie',
    });
  });

  it('reject a pair that was judged twice', () => {
    const one = judgement('1', 'a', 'b', 'first');
    expect(() => settleJudgements([one, one])).toThrow(RangeError);
    expect(() => settleJudgements([judgement('1', 'a', 'a', 'tie')])).toThrow(RangeError);
  });
});

describe('the bias for length', () => {
  it('counts decided votes on answers of different length', () => {
    const lengths: Record<string, number | null> = { a: 10, b: 5, c: 10, d: null };
    const share = lengthBias(
      [
        vote('1', 'a', 'b', 'first'),
        vote('2', 'b', 'a', 'second'),
        vote('3', 'a', 'b', 'second'),
        vote('4', 'a', 'b', 'tie'),
        vote('5', 'a', 'c', 'first'),
        vote('6', 'a', 'd', 'first'),
      ],
      (_, method) => lengths[method],
    );
    expect(share).toMatchObject({ successes: 2, trials: 3 });
  });
});

describe('agreement with a person', () => {
  it('compares the same pairs, whichever method is called first', () => {
    const judge = [
      vote('1', 'a', 'b', 'first'),
      vote('2', 'a', 'b', 'second'),
      vote('3', 'a', 'b', 'first'),
      vote('4', 'a', 'b', 'tie'),
      vote('5', 'a', 'b', 'second'),
      vote('6', 'a', 'b', 'first'),
    ];
    const person = [
      vote('1', 'b', 'a', 'second'),
      vote('2', 'a', 'b', 'second'),
      vote('3', 'a', 'b', 'second'),
      vote('4', 'b', 'a', 'both-bad'),
      vote('5', 'a', 'b', 'tie'),
      vote('7', 'a', 'b', 'first'),
    ];
    const agreement = agreementWithPerson(judge, person);
    expect(agreement.same).toMatchObject({ successes: 3, trials: 5 });
    expect(agreement.decidedByBoth).toBe(3);
    // One "first" by both, one "second" by both, one split: 2/3 observed, 4/9 by chance.
    expect(agreement.decided.kappa).toBeCloseTo((2 / 3 - 4 / 9) / (1 - 4 / 9), 12);
  });

  it('is complete with oneself', () => {
    const votes = [vote('1', 'a', 'b', 'first'), vote('2', 'a', 'b', 'second'), vote('3', 'b', 'c', 'tie')];
    expect(agreementWithPerson(votes, votes).same.share).toBe(1);
    expect(agreementWithPerson(votes, votes).decided.kappa).toBe(1);
    expect(agreementWithPerson(votes, []).same.share).toBeNull();
  });
});
