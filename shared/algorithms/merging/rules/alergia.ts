import type { Merging, Rule } from '../merging.ts';

/**
 * ALERGIA's test (Carrasco and Oncina 1994): two classes are different if their shares of ending, or of continuing with
 * some symbol, differ by more than Hoeffding's bound allows with the error α,
 *
 * |a / A − b / B| ≥ √(½ · ln(2 / α)) · (1 / √A + 1 / √B)
 *
 * @param alpha 0 < α ≤ 1; the smaller, the more is merged
 * @throws RangeError on another α
 */
export function alergia(alpha: number): Rule {
  if (!(alpha > 0 && alpha <= 1))
    throw new RangeError(`alpha is ${alpha}; expected a number above 0, at most 1.`);
  const factor = Math.sqrt(0.5 * Math.log(2 / alpha));
  return (merging, left, right) => {
    const [all, others] = [merging.visits(left), merging.visits(right)];
    const bound = factor * (1 / Math.sqrt(all) + 1 / Math.sqrt(others));
    // With so few visits nothing differs enough.
    if (bound > 1) return null;
    const ways = merging.ways(left);
    const otherWays = merging.ways(right);
    for (const symbol of symbolsOf(merging, left, right)) {
      const own = symbol === -1 ? merging.ends(left) : (ways.get(symbol)?.count ?? 0);
      const other = symbol === -1 ? merging.ends(right) : (otherWays.get(symbol)?.count ?? 0);
      if (Math.abs(own / all - other / others) >= bound)
        return { kind: 'shares', symbol, shares: [own / all, other / others], left, right };
    }
    return null;
  };
}

/** Returns the symbols that either class continues with, ascending, with -1 for the end first. */
export const symbolsOf = (merging: Merging, left: number, right: number): number[] => [
  -1,
  ...[...new Set([...merging.ways(left).keys(), ...merging.ways(right).keys()])].sort((a, b) => a - b),
];
