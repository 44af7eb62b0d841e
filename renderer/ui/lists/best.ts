import './best.css';

/**
 * Returns the best value of a column.
 * @returns null if fewer than two values were measured, or if more than half of them are the best
 */
export function bestOf(
  values: readonly (number | null | undefined)[],
  wanted: 'most' | 'least' = 'most',
): number | null {
  const measured = values.filter((value) => value != null);
  const best = wanted === 'most' ? Math.max(...measured) : Math.min(...measured);
  const shared = measured.filter((value) => value === best).length;
  return measured.length < 2 || shared > measured.length / 2 ? null : best;
}

/** Returns the class of a cell, which marks the best value of its column with a star. */
export const bestClass = (value: number | null | undefined, best: number | null): string =>
  value != null && value === best ? 'best' : '';

/** Explains the star, below a table that has one. */
export const BEST_NOTE = '★ marks the best value of a column.';
