import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import './lists.css';

function rangeWith(row: number, range: Range): number[] {
  const rows = defaultRangeExtractor(range);
  return row < 0 || row >= range.count || rows.includes(row) ? rows : [...rows, row].sort((a, b) => a - b);
}

interface RovingOptions {
  /** The arrow keys that count: up and down for lists, left and right for tabs. */
  readonly axis: 'vertical' | 'horizontal';
  readonly wrap?: boolean;
  /** Rows that Page Up and Page Down move by. */
  readonly page?: number;
}

/** Returns the index that a key leads to; null for other keys. `index` is the current one; -1 for none. */
export function nextIndex(key: string, index: number, count: number, options: RovingOptions): number | null {
  if (count === 0) return null;
  const [back, forward] =
    options.axis === 'vertical' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
  const clamp = (value: number) => Math.min(count - 1, Math.max(0, value));
  switch (key) {
    case forward:
      return index + 1 < count ? index + 1 : options.wrap ? 0 : count - 1;
    case back:
      return index > 0 ? index - 1 : options.wrap ? count - 1 : 0;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'PageDown':
      return options.page ? clamp(index + options.page) : null;
    case 'PageUp':
      return options.page ? clamp(index - options.page) : null;
    default:
      return null;
  }
}

const ROW_PX = 28;

/** Returns the visible rows, and the row with the cursor (`at`), which keeps the focus. */
export function useTableRows(count: number, at: number, onMove: (index: number) => void) {
  const box = useRef<HTMLDivElement>(null);
  const focusWanted = useRef(false);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    scrollPaddingStart: ROW_PX,
    rangeExtractor: (range) => rangeWith(at, range),
  });
  useEffect(() => {
    if (!focusWanted.current) return;
    focusWanted.current = false;
    box.current?.querySelector<HTMLElement>(`[data-row="${at}"]`)?.focus({ preventScroll: true });
  }, [at]);

  const items = virtualizer.getVirtualItems();
  return {
    box,
    items,
    /** Height in px of the rows that are not rendered before a row of `items`. */
    gapBefore: (position: number) => items[position]!.start - (items[position - 1]?.end ?? 0),
    /** Height in px of the rows that are not rendered after the last one. */
    gapAfter: virtualizer.getTotalSize() - (items[items.length - 1]?.end ?? 0),
    /** Moves by a key and focuses the row; returns false if the key leads nowhere. */
    move: (key: string) => {
      const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW_PX) - 2);
      const next = nextIndex(key, at, count, { axis: 'vertical', page });
      if (next === null) return false;
      focusWanted.current = next !== at;
      onMove(next);
      virtualizer.scrollToIndex(next);
      return true;
    },
    scrollTo: virtualizer.scrollToIndex,
  };
}

export function RowGap({ px, columns }: { readonly px: number; readonly columns: number }) {
  if (px <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a spacer, with nothing in it to focus
    <tr aria-hidden="true" className="row-gap">
      <td colSpan={columns} style={{ height: px }} />
    </tr>
  );
}

/**
 * Renders only visible rows, which are empty until `onRange` loads them. One tab stop.
 * Arrows, Page Up and Down, Home and End move, Enter opens; position and length are announced.
 */
export function VirtualList<Item>({
  label,
  total,
  rowHeight,
  itemAt,
  keyOf,
  active: at,
  selected = -1,
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
  /** The row with the cursor, if the list does not keep it itself. */
  readonly active?: number;
  readonly selected?: number;
  readonly onActive?: (index: number) => void;
  readonly onOpen?: (index: number) => void;
  readonly onRange?: (first: number, last: number) => void;
  readonly isChosen?: (item: Item) => boolean;
  /** Called for Space, or a click with Ctrl or Command; with Shift, for all rows from the last one. */
  readonly onChoose?: (index: number, range: boolean) => void;
  /** A row that is scrolled into view whenever it changes; -1 for none. */
  readonly follow?: number;
  readonly children: (item: Item) => ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const [own, setOwn] = useState(-1);
  const active = at ?? own;
  const activate = onActive ?? setOwn;
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
    if (last >= first) onRange?.(first, last);
  }, [first, last, onRange]);
  useEffect(() => {
    if (follow >= 0) virtualizer.scrollToIndex(follow);
  }, [follow, virtualizer]);

  return (
    <div
      ref={box}
      className="list focus-inside"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={active >= 0 && active < total ? `${id}-${active}` : undefined}
      onFocus={() => {
        if (active < 0 && total > 0) activate(Math.max(0, selected));
      }}
      onKeyDown={(event) => {
        const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1);
        const next = nextIndex(event.key, active, total, { axis: 'vertical', page });
        if (next !== null) {
          event.preventDefault();
          virtualizer.scrollToIndex(next);
          activate(next);
        } else if (event.key === 'Enter' && active >= 0) {
          event.preventDefault();
          onOpen?.(active);
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
        activate(index);
        const chosen =
          event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest('[data-choose]');
        if (onChoose && chosen) onChoose(index, event.shiftKey);
        else onOpen?.(index);
      }}
    >
      <div
        className="wide anchor list-inner"
        role="presentation"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {rows.map((row) => {
          const item = itemAt(row.index);
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: rows are announced through aria-activedescendant
            <div
              key={item === null ? `row ${row.index}` : keyOf(item)}
              id={`${id}-${row.index}`}
              data-index={row.index}
              className={`wide line-below pointer floats pin-top list-row ${row.index === active ? 'list-row-active' : ''}`}
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
