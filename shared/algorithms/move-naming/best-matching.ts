/** The number of turns to which one run gives the name `left` and the other the name `right`. */
export interface NamedTogether {
  readonly left: string;
  readonly right: string;
  readonly rounds: number;
}

/**
 * Returns the number of turns that two runs name alike, with names matched one to one. Greedy: of the pairs left, the
 * one with most turns, ties by name. The best matching has at most twice as many.
 */
export function roundsAlike(cells: readonly NamedTogether[]): number {
  const left = new Set<string>();
  const right = new Set<string>();
  let rounds = 0;
  const byName = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
  for (const cell of cells.toSorted(
    (a, b) => b.rounds - a.rounds || byName(a.left, b.left) || byName(a.right, b.right),
  )) {
    if (left.has(cell.left) || right.has(cell.right)) continue;
    left.add(cell.left);
    right.add(cell.right);
    rounds += cell.rounds;
  }
  return rounds;
}
