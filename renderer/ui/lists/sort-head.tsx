import type { ReactNode } from 'react';
import { Icon } from '../text/icon.tsx';
import './sort-head.css';

/** The head of a column by which a table is sorted. */
export function SortHead({
  title,
  sorted,
  onSort,
  className,
  children,
}: {
  /** What the column says, or what a press does. */
  readonly title: string;
  /** Null where the table is sorted by another column. */
  readonly sorted: 'ascending' | 'descending' | null;
  readonly onSort: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <th scope="col" className={className} aria-sort={sorted ?? undefined}>
      <button type="button" className="sort" title={title} onClick={onSort}>
        {children}
        {sorted && <Icon name={sorted === 'descending' ? 'chevron-down' : 'chevron-up'} />}
      </button>
    </th>
  );
}
