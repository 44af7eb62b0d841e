/**
 * Reciprocal-rank fusion: a turn's score is the sum of 1 / (k + rank) over the lists that name it.
 * Cormack, Clarke & Büttcher (SIGIR 2009), with their k = 60.
 *
 * @param lists turns, best first, each at most once a list
 * @returns best first; ties to the smaller turn
 */
export function fuseRanks(lists: readonly ArrayLike<number>[], k = 60): FusedTurn[] {
  const scores = new Map<number, number>();
  for (const list of lists) {
    for (let at = 0; at < list.length; at++) {
      scores.set(list[at], (scores.get(list[at]) ?? 0) + 1 / (k + at + 1));
    }
  }
  return [...scores]
    .map(([turn, score]) => ({ turn, score }))
    .sort((a, b) => b.score - a.score || a.turn - b.turn);
}

interface FusedTurn {
  readonly turn: number;
  readonly score: number;
}
