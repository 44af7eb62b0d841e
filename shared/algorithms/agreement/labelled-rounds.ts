/** The labels of n turns: turn r has `labels[offsets[r] … offsets[r+1]-1]`, distinct and ascending. */
export interface LabelledRounds {
  /** length = turns + 1 */
  readonly offsets: Int32Array;
  readonly labels: Int32Array;
}

/** Packs label sets; repeated labels count once. */
export function labelledRounds(sets: readonly (readonly number[])[]): LabelledRounds {
  const offsets = new Int32Array(sets.length + 1);
  const labels: number[] = [];
  sets.forEach((set, round) => {
    labels.push(...[...new Set(set)].sort((a, b) => a - b));
    offsets[round + 1] = labels.length;
  });
  return { offsets, labels: Int32Array.from(labels) };
}

/**
 * Walks two labelings of the same turns label by label, in ascending order.
 * @param visit gets the turn, the label, and the side that gave it
 * @throws RangeError if the two sides do not label the same number of turns
 */
export function walkLabels(
  left: LabelledRounds,
  right: LabelledRounds,
  visit: (round: number, label: number, whose: 'both' | 'left' | 'right') => void,
): void {
  if (left.offsets.length !== right.offsets.length) {
    throw new RangeError(
      `The left side labels ${left.offsets.length - 1} turns and the right side ${right.offsets.length - 1}; label the same turns.`,
    );
  }
  for (let round = 0; round + 1 < left.offsets.length; round++) {
    let l = left.offsets[round];
    let r = right.offsets[round];
    const leftEnd = left.offsets[round + 1];
    const rightEnd = right.offsets[round + 1];
    while (l < leftEnd || r < rightEnd) {
      const a = l < leftEnd ? left.labels[l] : Number.POSITIVE_INFINITY;
      const b = r < rightEnd ? right.labels[r] : Number.POSITIVE_INFINITY;
      visit(round, Math.min(a, b), a === b ? 'both' : a < b ? 'left' : 'right');
      if (a <= b) l++;
      if (b <= a) r++;
    }
  }
}
