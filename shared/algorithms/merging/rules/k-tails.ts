import type { Merging, Rule } from '../merging.ts';
import { symbolsOf } from './alergia.ts';

/**
 * k-tails (Biermann and Feldman 1972): two classes are different if the next k symbols that can follow differ. A
 * symbol, or the end, follows if at least the given share of the visits continues with it.
 *
 * @param k a whole number ≥ 0; 0 keeps nothing apart
 * @param leastShare 0 … 1; 0 counts whatever was seen once
 * @throws RangeError on a k or a share out of range
 */
export function kTails(k: number, leastShare: number): Rule {
  if (!Number.isInteger(k) || k < 0) throw new RangeError(`k is ${k}; expected a whole number of 0 or more.`);
  if (!(leastShare >= 0 && leastShare <= 1))
    throw new RangeError(`leastShare is ${leastShare}; expected a number from 0 to 1.`);
  const follows = (merging: Merging, stateClass: number, symbol: number): boolean => {
    const count =
      symbol === -1 ? merging.ends(stateClass) : (merging.ways(stateClass).get(symbol)?.count ?? 0);
    return count > 0 && count >= leastShare * merging.visits(stateClass);
  };
  return (merging, left, right, depth) => {
    if (depth >= k) return null;
    const symbol = symbolsOf(merging, left, right).find(
      (one) => follows(merging, left, one) !== follows(merging, right, one),
    );
    return symbol === undefined ? null : { kind: 'tails', symbol, left, right };
  };
}
