import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { rangeWith } from './range-with.ts';
import { nextIndex } from './roving.ts';
import './virtual-list.css';

/**
 * A list of any length of which only the visible rows are rendered. It is one tab stop; arrows, Page Up and
 * Down, Home and End move, Enter opens; position and length are announced. Rows that are not fetched yet are
 * empty until `onRange` has loaded them.
 */
export function VirtualList<Item>({
  label,
  total,
  rowHeight,
  itemAt,
  keyOf,
  active,
  selected,
  onActive,
  onOpen,
  onRange,
  isChosen,
  onChoose,
  follow = -1,
  children,
}: {
  readonly label: string;
  readonly total: number;
  readonly rowHeight: number;
  /** Returns the item of a row, or null if it is not fetched yet. */
  readonly itemAt: (index: number) => Item | null;
  readonly keyOf: (item: Item) => string | number;
  /** The row with the keyboard cursor; -1 for none. */
  readonly active: number;
  /** The open row; -1 for none. */
  readonly selected: number;
  readonly onActive: (index: number) => void;
  readonly onOpen: (index: number) => void;
  /** Called with the first and last rendered row. */
  readonly onRange: (first: number, last: number) => void;
  /** True for rows that are selected together. If absent, rows cannot be selected. */
  readonly isChosen?: (item: Item) => boolean;
  /** Called for Space, or a click with Ctrl or Command; with Shift, for all rows from the last one. */
  readonly onChoose?: (index: number, range: boolean) => void;
  /** A row that is scrolled into view whenever it changes; -1 for none. */
  readonly follow?: number;
  readonly children: (item: Item) => ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    // The active row must be rendered to be announced.
    rangeExtractor: (range) => rangeWith(active, range),
  });
  const rows = virtualizer.getVirtualItems();
  const first = rows[0]?.index ?? 0;
  const last = rows[rows.length - 1]?.index ?? -1;
  useEffect(() => {
    if (last >= first) onRange(first, last);
  }, [first, last, onRange]);
  useEffect(() => {
    if (follow >= 0) virtualizer.scrollToIndex(follow);
  }, [follow, virtualizer]);

  return (
    <div
      ref={box}
      className="list"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={active >= 0 && active < total ? `${id}-${active}` : undefined}
      onFocus={() => {
        if (active < 0 && total > 0) onActive(Math.max(0, selected));
      }}
      onKeyDown={(event) => {
        const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1);
        const next = nextIndex(event.key, active, total, { axis: 'vertical', page });
        if (next !== null) {
          event.preventDefault();
          virtualizer.scrollToIndex(next);
          onActive(next);
        } else if (event.key === 'Enter' && active >= 0) {
          event.preventDefault();
          onOpen(active);
        } else if (event.key === ' ' && active >= 0 && onChoose) {
          event.preventDefault();
          onChoose(active, event.shiftKey);
        }
      }}
      onClick={(event) => {
        if (!(event.target instanceof Element)) return;
        const row = event.target.closest<HTMLElement>('[data-index]');
        if (!row) return;
        const index = Number(row.dataset.index);
        onActive(index);
        const chosen =
          event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest('[data-choose]');
        if (onChoose && chosen) onChoose(index, event.shiftKey);
        else onOpen(index);
      }}
    >
      <div className="list-inner" role="presentation" style={{ height: virtualizer.getTotalSize() }}>
        {rows.map((row) => {
          const item = itemAt(row.index);
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: rows are announced through aria-activedescendant
            <div
              key={item === null ? `row ${row.index}` : keyOf(item)}
              id={`${id}-${row.index}`}
              data-index={row.index}
              className={`list-row ${row.index === active ? 'list-row-active' : ''}`}
              role="option"
              aria-selected={row.index === selected}
              aria-checked={item !== null && isChosen ? isChosen(item) : undefined}
              aria-setsize={total}
              aria-posinset={row.index + 1}
              aria-busy={item === null || undefined}
              style={{ height: rowHeight, transform: `translateY(${row.start}px)` }}
            >
              {item !== null && children(item)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
