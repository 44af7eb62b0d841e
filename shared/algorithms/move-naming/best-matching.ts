/** In so many rounds, one way of naming says `left` and the other one `right`. */
export interface NamedTogether {
  readonly left: string;
  readonly right: string;
  readonly rounds: number;
}

/**
 * In how many rounds two ways of naming say the same, names of one matched with those of the other one to one. Greedy:
 * of the pairs left the one with most rounds, ties by name. The best matching has at most twice as many.
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
