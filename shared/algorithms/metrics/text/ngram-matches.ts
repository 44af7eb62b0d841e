/**
 * Adds to `matches[offset + n − 1]`, for n = 1 … maxOrder, how many of the candidate's n-grams the references have:
 * each as often as it occurs in the candidate, at most as often as in the reference that has it most.
 *
 * No n-gram is built: `run` at (i, j) is how many tokens from candidate i and reference j on agree, and an n-gram
 * starting at both is one agreement of at least n. A candidate position counts if fewer equal n-grams follow it in
 * the candidate than some reference has. O(|candidate| · Σ|texts|) steps and O(longest text) memory; for sentences
 * this is quicker than hashing.
 */
export function addNgramMatches(
  matches: Float64Array,
  offset: number,
  maxOrder: number,
  candidate: Int32Array,
  references: readonly Int32Array[],
): void {
  const later = countsPerPosition(candidate, candidate, maxOrder, true);
  const best = new Int32Array(later.length);
  for (const reference of references) {
    const found = countsPerPosition(candidate, reference, maxOrder, false);
    for (let cell = 0; cell < best.length; cell++) if (found[cell] > best[cell]) best[cell] = found[cell];
  }
  for (let cell = 0; cell < best.length; cell++) {
    if (later[cell] < best[cell]) matches[offset + (cell % maxOrder)]++;
  }
}

/**
 * For each start in `text` and each order n, how often the n-gram there occurs in `other`:
 * cell start · maxOrder + n − 1. With `onlyLater`, `other` is `text` and only starts after this one count.
 */
function countsPerPosition(
  text: Int32Array,
  other: Int32Array,
  maxOrder: number,
  onlyLater: boolean,
): Int32Array {
  const counts = new Int32Array(text.length * maxOrder);
  /** `runs[j]` is the run at (start, j), capped at maxOrder; the row before it holds start + 1. */
  const runs = new Uint8Array(other.length + 1);
  for (let start = text.length - 1; start >= 0; start--) {
    const token = text[start];
    const base = start * maxOrder;
    for (let position = 0; position < other.length; position++) {
      if (other[position] !== token) {
        runs[position] = 0;
        continue;
      }
      const run = Math.min(maxOrder, runs[position + 1] + 1);
      runs[position] = run;
      if (onlyLater && position <= start) continue;
      for (let order = 0; order < run; order++) counts[base + order]++;
    }
  }
  return counts;
}
