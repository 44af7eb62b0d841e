import type { Merging, Rule } from './merging.ts';

/**
 * Returns the information about the next symbol that a merge loses: the log-likelihood apart minus together.
 * Σ over next of a · ln(a / A) + b · ln(b / B) − (a + b) · ln((a + b) / (A + B))
 */
export function lossOfUniting(merging: Merging, left: number, right: number): number {
  const [all, others] = [merging.visits(left), merging.visits(right)];
  const lost = (own: number, other: number): number =>
    term(own, all) + term(other, others) - term(own + other, all + others);
  const [transitions, otherTransitions] = [merging.transitions(left), merging.transitions(right)];
  // In the order of the symbols, since the last digits of a sum depend on its order.
  const next = [...new Set([...transitions.keys(), ...otherTransitions.keys()])].sort(
    (one, other) => one - other,
  );
  const of = (symbol: number): number =>
    lost(transitions.get(symbol)?.count ?? 0, otherTransitions.get(symbol)?.count ?? 0);
  return next.reduce((sum, symbol) => sum + of(symbol), lost(merging.ends(left), merging.ends(right)));
}

const term = (count: number, all: number): number => (count === 0 ? 0 : count * Math.log(count / all));

/**
 * ALERGIA's test (Carrasco and Oncina 1994), by Hoeffding's bound. Two classes differ if a share of a next symbol, or
 * of ending, does:
 * |a / A − b / B| ≥ √(½ · ln(2 / α)) · (1 / √A + 1 / √B)
 * @param alpha 0 < α ≤ 1; a smaller α merges more
 * @throws RangeError on another α
 */
export function alergia(alpha: number): Rule {
  if (!(alpha > 0 && alpha <= 1))
    throw new RangeError(`alpha is ${alpha}; expected a number above 0, at most 1.`);
  const factor = Math.sqrt(0.5 * Math.log(2 / alpha));
  return (merging, left, right) => {
    const [all, others] = [merging.visits(left), merging.visits(right)];
    const bound = factor * (1 / Math.sqrt(all) + 1 / Math.sqrt(others));
    // Classes with so few visits cannot differ enough.
    if (bound > 1) return null;
    const transitions = merging.transitions(left);
    const otherTransitions = merging.transitions(right);
    for (const symbol of symbolsOf(merging, left, right)) {
      const own = symbol === -1 ? merging.ends(left) : (transitions.get(symbol)?.count ?? 0);
      const other = symbol === -1 ? merging.ends(right) : (otherTransitions.get(symbol)?.count ?? 0);
      if (Math.abs(own / all - other / others) >= bound)
        return { kind: 'shares', symbol, shares: [own / all, other / others], left, right };
    }
    return null;
  };
}

/** Returns the symbols that either class continues with, ascending, with -1 for the end first. */
const symbolsOf = (merging: Merging, left: number, right: number): number[] => [
  -1,
  ...[...new Set([...merging.transitions(left).keys(), ...merging.transitions(right).keys()])].sort(
    (a, b) => a - b,
  ),
];

/**
 * k-tails (Biermann and Feldman 1972): two classes differ if their possible next k symbols differ. A symbol, or the
 * end, is possible if this share of visits continues with it.
 * @param k a whole number ≥ 0; 0 merges everything
 * @throws RangeError on a k or a share out of range
 */
export function kTails(k: number, leastShare: number): Rule {
  if (!Number.isInteger(k) || k < 0) throw new RangeError(`k is ${k}; expected a whole number of 0 or more.`);
  if (!(leastShare >= 0 && leastShare <= 1))
    throw new RangeError(`leastShare is ${leastShare}; expected a number from 0 to 1.`);
  const follows = (merging: Merging, stateClass: number, symbol: number): boolean => {
    const count =
      symbol === -1 ? merging.ends(stateClass) : (merging.transitions(stateClass).get(symbol)?.count ?? 0);
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
