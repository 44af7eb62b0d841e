/** The neighbor before the first and after the last turn of a dialogue. */
const OUTSIDE = 0;

/** Counts of how often each move of one role is preceded and followed by each neighbor. */
interface NeighbourCounts {
  /** Moves counted, and kinds of neighbors: 0 is outside the dialogue, k + 1 the move k of the neighbor's numbering. */
  readonly moves: number;
  readonly kinds: number;
  /** moves · kinds, row-major */
  readonly before: Float64Array;
  readonly after: Float64Array;
}

/** The kind of neighbor on either side of each turn; a turn without a move counts as no neighbor, −1. */
export interface Neighbours {
  readonly before: Int32Array;
  readonly after: Int32Array;
}

/** @param moves by turn, over all roles, already numbered separately by role; −1 for none */
export function neighboursOf(moves: ArrayLike<number>, dialogues: ArrayLike<number>): Neighbours {
  const count = moves.length;
  const kindAt = (round: number, neighbour: number): number =>
    neighbour < 0 || neighbour >= count || dialogues[neighbour] !== dialogues[round]
      ? OUTSIDE
      : moves[neighbour] < 0
        ? -1
        : moves[neighbour] + 1;
  return {
    before: Int32Array.from({ length: count }, (_, round) => kindAt(round, round - 1)),
    after: Int32Array.from({ length: count }, (_, round) => kindAt(round, round + 1)),
  };
}

export function countNeighbours(
  rounds: ArrayLike<number>,
  of: ArrayLike<number>,
  moves: number,
  neighbours: Neighbours,
  kinds: number,
): NeighbourCounts {
  const before = new Float64Array(moves * kinds);
  const after = new Float64Array(moves * kinds);
  for (let at = 0; at < rounds.length; at++) {
    if (of[at] < 0) continue;
    const row = of[at] * kinds;
    if (neighbours.before[rounds[at]] >= 0) before[row + neighbours.before[rounds[at]]]++;
    if (neighbours.after[rounds[at]] >= 0) after[row + neighbours.after[rounds[at]]]++;
  }
  return { moves, kinds, before, after };
}

/** Counts as shares of each row, drawn towards the shares of all rows by `shrink` counts. */
export function sharesOf(counts: Float64Array, kinds: number, shrink: number): Float64Array {
  const shares = new Float64Array(counts.length);
  const base = baseShares(counts, kinds);
  for (let row = 0; row < counts.length; row += kinds) {
    let sum = shrink;
    for (let kind = 0; kind < kinds; kind++) sum += counts[row + kind];
    for (let kind = 0; kind < kinds; kind++)
      shares[row + kind] = sum === 0 ? 0 : (counts[row + kind] + shrink * base[kind]) / sum;
  }
  return shares;
}

export function baseShares(counts: Float64Array, kinds: number): Float64Array {
  const base = new Float64Array(kinds);
  let sum = 0;
  for (let at = 0; at < counts.length; at++) {
    base[at % kinds] += counts[at];
    sum += counts[at];
  }
  return base.map((count) => (sum === 0 ? 0 : count / sum));
}

/** The Jensen–Shannon divergence of two rows of shares, in nats: 0 … ln 2. */
export function divergence(shares: Float64Array, kinds: number, a: number, b: number): number {
  let sum = 0;
  for (let kind = 0; kind < kinds; kind++) {
    const p = shares[a * kinds + kind];
    const q = shares[b * kinds + kind];
    const middle = (p + q) / 2;
    if (p > 0) sum += p * Math.log(p / middle);
    if (q > 0) sum += q * Math.log(q / middle);
  }
  return sum / 2;
}
