interface PartitionAgreement {
  /** Harmonic mean of homogeneity and completeness, 0 … 1 (Rosenberg & Hirschberg 2007). */
  readonly vMeasure: number;
  /** Share of the entropy of the right groups that the left groups explain. Completeness is the reverse. */
  readonly homogeneity: number;
  readonly completeness: number;
  /** Adjusted Rand index (Hubert & Arabie 1985): 0 is chance, 1 means equal groups. */
  readonly adjustedRand: number;
  /** Share of items in the most frequent right group of their left group. */
  readonly purity: number;
}

/** Compares groups that were found, by item and with any numbers, with the true groups. */
export function comparePartitions(left: ArrayLike<number>, right: ArrayLike<number>): PartitionAgreement {
  const n = left.length;
  const rows = new Map<number, number>();
  const most = new Map<number, number>();
  const columns = new Map<number, number>();
  const cells = new Map<string, number>();
  const count = <Key>(counts: Map<Key, number>, key: Key): void => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (let at = 0; at < n; at++) {
    count(rows, left[at]);
    count(columns, right[at]);
    count(cells, `${left[at]} ${right[at]}`);
    most.set(left[at], Math.max(most.get(left[at]) ?? 0, cells.get(`${left[at]} ${right[at]}`) ?? 0));
  }
  const entropy = (counts: Iterable<number>): number => {
    let sum = 0;
    for (const c of counts) sum -= (c / n) * Math.log(c / n);
    return sum;
  };
  const leftEntropy = entropy(rows.values());
  const rightEntropy = entropy(columns.values());
  const shared = leftEntropy + rightEntropy - entropy(cells.values());
  const homogeneity = rightEntropy === 0 ? 1 : shared / rightEntropy;
  const completeness = leftEntropy === 0 ? 1 : shared / leftEntropy;
  const pairs = (counts: Iterable<number>): number => {
    let sum = 0;
    for (const c of counts) sum += (c * (c - 1)) / 2;
    return sum;
  };
  const leftPairs = pairs(rows.values());
  const rightPairs = pairs(columns.values());
  const expected = n < 2 ? 0 : (leftPairs * rightPairs) / ((n * (n - 1)) / 2);
  const mostPairs = (leftPairs + rightPairs) / 2;
  return {
    homogeneity,
    completeness,
    vMeasure:
      homogeneity + completeness === 0 ? 0 : (2 * homogeneity * completeness) / (homogeneity + completeness),
    adjustedRand: mostPairs === expected ? 1 : (pairs(cells.values()) - expected) / (mostPairs - expected),
    purity: n === 0 ? 1 : [...most.values()].reduce((sum, c) => sum + c, 0) / n,
  };
}
