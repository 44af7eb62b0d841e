/** The neighbor before a dialogue's first turn and after its last. */
const OUTSIDE = 0;

interface NeighbourCounts {
  readonly moves: number;
  readonly kinds: number;
  /** moves · kinds, row-major */
  readonly before: Float64Array;
  readonly after: Float64Array;
}

export interface Neighbours {
  readonly before: Int32Array;
  readonly after: Int32Array;
}

/** @param moves by turn, numbered separately by role; −1 for none */
export function neighboursOf(moves: ArrayLike<number>, dialogues: ArrayLike<number>): Neighbours {
  const count = moves.length;
  const kindAt = (turn: number, neighbour: number): number =>
    neighbour < 0 || neighbour >= count || dialogues[neighbour] !== dialogues[turn]
      ? OUTSIDE
      : moves[neighbour] < 0
        ? -1
        : moves[neighbour] + 1;
  const before = new Int32Array(count);
  const after = new Int32Array(count);
  for (let turn = 0; turn < count; turn++) {
    before[turn] = kindAt(turn, turn - 1);
    after[turn] = kindAt(turn, turn + 1);
  }
  return { before, after };
}

export function countNeighbours(
  turns: ArrayLike<number>,
  of: ArrayLike<number>,
  moves: number,
  neighbours: Neighbours,
  kinds: number,
): NeighbourCounts {
  const before = new Float64Array(moves * kinds);
  const after = new Float64Array(moves * kinds);
  for (let at = 0; at < turns.length; at++) {
    if (of[at] < 0) continue;
    const row = of[at] * kinds;
    if (neighbours.before[turns[at]] >= 0) before[row + neighbours.before[turns[at]]]++;
    if (neighbours.after[turns[at]] >= 0) after[row + neighbours.after[turns[at]]]++;
  }
  return { moves, kinds, before, after };
}

/** Returns the counts as shares of each row, smoothed by adding `shrink` counts with the distribution of all rows. */
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

interface ComparedShares {
  /** The Jensen–Shannon divergence of two rows, in nats: 0 … ln 2. */
  divergence(a: number, b: number): number;
  /** Returns a lower bound of the divergence that is quick to compute: ln 2 · (1 − Σ √(p q)). */
  leastDivergence(a: number, b: number): number;
  /** Blends row b into row a. @param share the weight of row a, 0 … 1 */
  unite(a: number, b: number, share: number): void;
}

/** Returns the rows of `sharesOf`, but visits only the few kinds that a row really has. */
export function comparedShares(counts: Float64Array, kinds: number, shrink: number): ComparedShares {
  const rows = counts.length / kinds;
  const base = baseShares(counts, kinds);
  const logs = base.map((share) => (share === 0 ? 0 : share * Math.log(share)));
  const allShares = base.reduce((sum, one) => sum + one, 0);
  const allLogs = logs.reduce((sum, one) => sum + one, 0);
  // A share is its own part plus `drawn` times the share over all rows.
  const own = counts.slice();
  const drawn = new Float64Array(rows);
  const kindsOf: number[][] = [];
  const entropies = new Float64Array(rows);
  /** Σ share · ln(share · scale) over the kinds of two added rows. */
  const sumOf = (a: number, b: number, scale: number): number => {
    const draw = drawn[a] + drawn[b];
    const [rowA, rowB] = [a * kinds, b * kinds];
    let sum = 0;
    let shares = allShares;
    let rest = allLogs;
    for (const kind of kindsOf[a]) {
      const share = own[rowA + kind] + own[rowB + kind] + draw * base[kind];
      sum += share * Math.log(share * scale);
      shares -= base[kind];
      rest -= logs[kind];
    }
    for (const kind of kindsOf[b]) {
      if (own[rowA + kind] > 0) continue;
      const share = own[rowB + kind] + draw * base[kind];
      sum += share * Math.log(share * scale);
      shares -= base[kind];
      rest -= logs[kind];
    }
    return sum + draw * (Math.log(draw * scale) * shares + rest);
  };
  const roots = new Float64Array(counts.length);
  const writeRoots = (row: number): void => {
    for (let kind = 0, at = row * kinds; kind < kinds; kind++, at++)
      roots[at] = Math.sqrt(own[at] + drawn[row] * base[kind]);
  };
  // A row added to itself is twice the row.
  const entropyOf = (row: number): number => sumOf(row, row, 0.5) / 2;
  for (let row = 0; row < rows; row++) {
    let sum = shrink;
    for (let kind = 0; kind < kinds; kind++) sum += counts[row * kinds + kind];
    const known: number[] = [];
    for (let kind = 0; kind < kinds; kind++) {
      if (own[row * kinds + kind] > 0) known.push(kind);
      own[row * kinds + kind] /= sum;
    }
    kindsOf.push(known);
    drawn[row] = shrink / sum;
    writeRoots(row);
    entropies[row] = entropyOf(row);
  }
  return {
    divergence: (a, b) => (entropies[a] + entropies[b] - sumOf(a, b, 0.5)) / 2,
    leastDivergence(a, b) {
      let sum = 0;
      for (let left = a * kinds, right = b * kinds; left < (a + 1) * kinds; left++, right++)
        sum += roots[left] * roots[right];
      // Rounding must not lift it above the divergence of two equal rows.
      return Math.LN2 * (allShares - sum) - 1e-12;
    },
    unite(a, b, share) {
      kindsOf[a] = [...kindsOf[a], ...kindsOf[b].filter((kind) => own[a * kinds + kind] === 0)];
      for (const kind of kindsOf[a])
        own[a * kinds + kind] = share * own[a * kinds + kind] + (1 - share) * own[b * kinds + kind];
      drawn[a] = share * drawn[a] + (1 - share) * drawn[b];
      entropies[a] = entropyOf(a);
      writeRoots(a);
    },
  };
}
