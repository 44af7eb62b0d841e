/**
 * The familiarity of a query, measured by the best BM25 score of its last three turns. The usual scores come from the
 * training turns, each searched without its own dialogue.
 */
export interface Familiarity {
  /** A query with this best score or less has the maximum strangeness. */
  readonly strange: number;
  /** A query with this best score or more is as familiar as most. */
  readonly usual: number;
}

/** Shares of the training turns whose best score is below the two bounds. */
const STRANGE = 0.05;
const USUAL = 0.2;

/** @param best the best score of each training turn; without any, every query is familiar */
export function fitFamiliarity(best: readonly number[]): Familiarity {
  const sorted = Float64Array.from(best).sort();
  const at = (share: number): number => sorted[Math.floor(share * sorted.length)] ?? 0;
  return { strange: at(STRANGE), usual: at(USUAL) };
}

/** Returns 0 for a query as familiar as most training turns, up to 1. */
export function strangeness({ strange, usual }: Familiarity, best: number): number {
  if (best >= usual) return 0;
  return best <= strange ? 1 : (usual - best) / (usual - strange);
}
