/**
 * The familiarity of a query, measured by the best BM25 score of its last three turns. The usual scores come from the
 * training turns, each searched without its own dialogue.
 */
export interface Familiarity {
  /** At this best score or below a query is as strange as can be. */
  readonly strange: number;
  /** From this one on it is as familiar as most. */
  readonly usual: number;
}

/** Shares of the training turns whose best score is below the two bounds. */
const STRANGE = 0.05;
const USUAL = 0.2;

/** @param best the best score of each training turn; with none every query is familiar */
export function fitFamiliarity(best: readonly number[]): Familiarity {
  const sorted = Float64Array.from(best).sort();
  const at = (share: number): number => sorted[Math.floor(share * sorted.length)] ?? 0;
  return { strange: at(STRANGE), usual: at(USUAL) };
}

/** From 0, as familiar as most training turns are, to 1. */
export function strangeness({ strange, usual }: Familiarity, best: number): number {
  if (best >= usual) return 0;
  return best <= strange ? 1 : (usual - best) / (usual - strange);
}
