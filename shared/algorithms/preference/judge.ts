import type { Kappa, ShareEstimate } from '../../domain/figures.ts';
import { cohensKappa } from '../agreement/measure-agreement.ts';
import { wilsonInterval } from '../agreement/wilson.ts';
import type { Vote } from './votes.ts';

export interface Judgement {
  readonly item: string;
  readonly shownFirst: string;
  readonly shownSecond: string;
  readonly says: 'first' | 'second' | 'tie';
  /** The probabilities of the verdicts, if the server of the judge gives them. */
  readonly weights?: Readonly<Record<'first' | 'second' | 'tie', number>> | null;
}

interface SaidInOrder<Side extends string> {
  readonly says: Side | 'tie';
  readonly weights: Readonly<Record<Side | 'tie', number>> | null;
}

/**
 * Combines both orders of a pair. With the probabilities of both, the likeliest verdict on average wins: a bias for a
 * position cancels out. Without, any disagreement is a tie, even of a win and a tie.
 */
export function settleOrders<Side extends string>(
  one: SaidInOrder<Side>,
  other: SaidInOrder<Side>,
): { readonly outcome: Side | 'tie'; readonly consistent: boolean } {
  const consistent = one.says === other.says;
  const [left, right] = [one.weights, other.weights];
  if (!left || !right) return { outcome: consistent ? one.says : 'tie', consistent };
  const verdicts = Object.keys(left) as (Side | 'tie')[];
  const sumOf = (verdict: Side | 'tie'): number => left[verdict] + right[verdict];
  const [best = 'tie', next = 'tie'] = verdicts.toSorted((a, b) => sumOf(b) - sumOf(a));
  return { outcome: sumOf(best) > sumOf(next) ? best : 'tie', consistent };
}

export interface SettledPair extends Vote {
  /** `first` is the method whose name is first in code-point order. */
  readonly outcome: 'first' | 'second' | 'tie';
  /** False if the two orders disagree. */
  readonly consistent: boolean;
}

interface SettledJudgements {
  /** By item, then names, in code-point order. */
  readonly pairs: readonly SettledPair[];
  /** Pairs with an answer in only one order. They are not counted. */
  readonly oneOrderOnly: number;
  /** Share of the pairs in which both orders said the same. */
  readonly consistent: ShareEstimate;
  /** Share of decided judgments that prefer the answer shown first; one half means that the position does not matter. */
  readonly forShownFirst: ShareEstimate;
}

/**
 * Combines both orders of each pair.
 * Throws a RangeError if one order was judged twice, or a method is compared with itself.
 */
export function settleJudgements(judgements: readonly Judgement[]): SettledJudgements {
  const byPair = new Map<
    string,
    { item: string; first: string; second: string; said: Map<boolean, SaidInOrder<'first' | 'second'>> }
  >();
  let [shownFirst, decided] = [0, 0];
  for (const { item, shownFirst: left, shownSecond: right, says, weights = null } of judgements) {
    if (left === right) throw new RangeError(`A judgment of ${item} compares "${left}" with itself.`);
    const [first, second] = left < right ? [left, right] : [right, left];
    const key = JSON.stringify([item, first, second]);
    let pair = byPair.get(key);
    if (!pair) {
      pair = { item, first, second, said: new Map() };
      byPair.set(key, pair);
    }
    const isSwapped = left !== first;
    if (pair.said.has(isSwapped)) {
      throw new RangeError(`On ${item}, "${left}" before "${right}" was judged twice. Keep one judgment.`);
    }
    pair.said.set(isSwapped, {
      says: says === 'tie' ? 'tie' : (says === 'first') === isSwapped ? 'second' : 'first',
      weights: weights && isSwapped ? { ...weights, first: weights.second, second: weights.first } : weights,
    });
    if (says === 'tie') continue;
    decided++;
    if (says === 'first') shownFirst++;
  }
  const pairs: SettledPair[] = [];
  let oneOrderOnly = 0;
  for (const [, { item, first, second, said }] of [...byPair].sort(([left], [right]) =>
    left < right ? -1 : 1,
  )) {
    const [straight, swapped] = [said.get(false), said.get(true)];
    if (straight === undefined || swapped === undefined) {
      oneOrderOnly++;
      continue;
    }
    pairs.push({ item, first, second, ...settleOrders(straight, swapped) });
  }
  return {
    pairs,
    oneOrderOnly,
    consistent: wilsonInterval(pairs.filter((pair) => pair.consistent).length, pairs.length),
    forShownFirst: wilsonInterval(shownFirst, decided),
  };
}

/**
 * Returns the share of decided votes won by the longer answer. One half means that length does not matter.
 * A larger share can mean bias, or that longer answers are better.
 */
export function lengthBias(
  votes: readonly Vote[],
  lengthOf: (item: string, method: string) => number | null,
): ShareEstimate {
  let [longer, decided] = [0, 0];
  for (const { item, first, second, outcome } of votes) {
    if (outcome !== 'first' && outcome !== 'second') continue;
    const [left, right] = [lengthOf(item, first), lengthOf(item, second)];
    if (left === null || right === null || left === right) continue;
    decided++;
    if (left > right === (outcome === 'first')) longer++;
  }
  return wilsonInterval(longer, decided);
}

interface AgreementWithPerson {
  /** Share of equal votes on the items that the judge and the person both voted on. "Both bad" is a tie. */
  readonly same: ShareEstimate;
  readonly decided: Kappa;
  readonly decidedByBoth: number;
}

export function agreementWithPerson(judge: readonly Vote[], person: readonly Vote[]): AgreementWithPerson {
  const judged = outcomes(judge);
  let [same, compared] = [0, 0];
  const table = { both: 0, leftOnly: 0, rightOnly: 0, neither: 0 };
  for (const [key, own] of outcomes(person)) {
    const other = judged.get(key);
    if (other === undefined) continue;
    compared++;
    if (other === own) same++;
    if (other === 'tie' || own === 'tie') continue;
    if (other === own) table[own === 'first' ? 'both' : 'neither']++;
    else table[other === 'first' ? 'leftOnly' : 'rightOnly']++;
  }
  return {
    same: wilsonInterval(same, compared),
    decided: cohensKappa(table),
    decidedByBoth: table.both + table.leftOnly + table.rightOnly + table.neither,
  };
}

function outcomes(votes: readonly Vote[]): Map<string, 'first' | 'second' | 'tie'> {
  return new Map(
    votes.map(({ item, first, second, outcome }) => {
      const isSwapped = second < first;
      const key = JSON.stringify(isSwapped ? [item, second, first] : [item, first, second]);
      if (outcome === 'tie' || outcome === 'both-bad') return [key, 'tie'];
      return [key, (outcome === 'first') === isSwapped ? 'second' : 'first'];
    }),
  );
}
