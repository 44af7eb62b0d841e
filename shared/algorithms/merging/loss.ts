import type { Merging } from './merging.ts';

/**
 * Returns the loss of information about the next symbol if two classes are merged: the log-likelihood of their next
 * symbols (including the end) separately, minus that of both together. 0 if both continue in the same shares.
 *
 * Σ over next of a · ln(a / A) + b · ln(b / B) − (a + b) · ln((a + b) / (A + B))
 */
export function lossOfUniting(merging: Merging, left: number, right: number): number {
  const [all, others] = [merging.visits(left), merging.visits(right)];
  const lost = (own: number, other: number): number =>
    term(own, all) + term(other, others) - term(own + other, all + others);
  const [ways, otherWays] = [merging.ways(left), merging.ways(right)];
  // In the order of the symbols, since the last digits of a sum depend on its order.
  const next = [...new Set([...ways.keys(), ...otherWays.keys()])].sort((one, other) => one - other);
  const of = (symbol: number): number =>
    lost(ways.get(symbol)?.count ?? 0, otherWays.get(symbol)?.count ?? 0);
  return next.reduce((sum, symbol) => sum + of(symbol), lost(merging.ends(left), merging.ends(right)));
}

const term = (count: number, all: number): number => (count === 0 ? 0 : count * Math.log(count / all));
