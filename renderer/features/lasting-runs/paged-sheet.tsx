import { type ReactNode, useState } from 'react';
import type { PagedRows } from '../../client/use-paged-rows.ts';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { FailedState, LoadingState } from '../../ui/state/notice.tsx';
import { Sheet, type SheetColumn } from './sheet.tsx';

/** A table of any number of rows, fetched when they become visible. */
export function PagedSheet<Page extends { readonly items: readonly unknown[] }>({
  of: { rows, error, retry, onRange },
  label,
  listLabel,
  columns,
  heads,
  rowHeight,
  keyOf,
  empty,
  onOpen,
  children,
}: {
  readonly of: PagedRows<Page>;
  readonly label: string;
  readonly listLabel: string;
  readonly columns: readonly SheetColumn[];
  readonly heads: ReactNode;
  readonly rowHeight: number;
  readonly keyOf: (item: Page['items'][number]) => string | number;
  /** Shown if there are no rows. */
  readonly empty: string;
  /** Null if the row is not fetched yet. */
  readonly onOpen: (item: Page['items'][number] | null) => void;
  /** Renders the cells of a row. */
  readonly children: (item: Page['items'][number]) => ReactNode;
}) {
  const [active, setActive] = useState(-1);
  if (!rows) return error ? <FailedState error={error} onRetry={retry} /> : <LoadingState />;
  return (
    <>
      {error && <FailedState error={error} onRetry={retry} />}
      <Sheet label={label} columns={columns} heads={heads}>
        {rows.total === 0 ? (
          <p className="quiet run-note">{empty}</p>
        ) : (
          <VirtualList
            label={listLabel}
            total={rows.total}
            rowHeight={rowHeight}
            itemAt={rows.itemAt}
            keyOf={keyOf}
            active={active}
            selected={-1}
            onActive={setActive}
            onOpen={(index) => onOpen(rows.itemAt(index))}
            onRange={onRange}
          >
            {(item) => <div className="sheet-row">{children(item)}</div>}
          </VirtualList>
        )}
      </Sheet>
    </>
  );
}

/** The first cell of a row: the customer's message and its place. */
export function AskedCell({
  of: { asked, externalId, round },
  children,
}: {
  readonly of: { readonly asked: string; readonly externalId: string; readonly round: number };
  readonly children?: ReactNode;
}) {
  return (
    <div className="sheet-cell sheet-fixed">
      <p className="sheet-text">{asked}</p>
      <span className="quiet small clip">
        {externalId}, turn {round + 1}
        {children}
      </span>
    </div>
  );
}
