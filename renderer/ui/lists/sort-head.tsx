import type { ReactNode } from 'react';
import { Icon } from '../text/icon.tsx';
import './lists.css';

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

/** The head of a sortable column. */
export function SortHead({
  title,
  sorted,
  descending,
  onSort,
  className,
  children,
}: {
  /** Tooltip: explains the column, or what a click does. */
  readonly title?: string;
  /** False if the table is sorted by another column. */
  readonly sorted: boolean;
  readonly descending: boolean;
  readonly onSort: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const order = descending ? 'descending' : 'ascending';
  return (
    <th scope="col" className={className} aria-sort={sorted ? order : undefined}>
      <button type="button" className="sort" title={title} onClick={onSort}>
        {children}
        {sorted && <Icon name={descending ? 'chevron-down' : 'chevron-up'} />}
      </button>
    </th>
  );
}
