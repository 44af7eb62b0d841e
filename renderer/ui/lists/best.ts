import './best.css';

/**
 * The best value of a column.
 * @returns null if fewer than two values were measured, or if all are equal
 */
export function bestOf(
  values: readonly (number | null | undefined)[],
  wanted: 'most' | 'least' = 'most',
): number | null {
  const measured = values.filter((value) => value != null);
  const [least, most] = [Math.min(...measured), Math.max(...measured)];
  if (measured.length < 2 || least === most) return null;
  return wanted === 'most' ? most : least;
}

/** The class of a cell: it marks the best value of its column with a star. */
export const bestClass = (value: number | null | undefined, best: number | null): string =>
  value != null && value === best ? 'best' : '';

/** Says what the star means, below a table that has one. */
export const BEST_NOTE = '★ marks the best value of a column.';
