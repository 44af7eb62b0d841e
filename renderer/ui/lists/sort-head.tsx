import type { ReactNode } from 'react';
import { Icon } from '../text/icon.tsx';
import './sort-head.css';

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
