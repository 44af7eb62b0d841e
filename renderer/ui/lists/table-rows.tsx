import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef } from 'react';
import { rangeWith } from './range-with.ts';
import { nextIndex } from './roving.ts';
import './long-table.css';

/** Height of a row in a long table; the head has the same. */
const ROW_PX = 28;

interface TableRows {
  /** The scrolling box. The control in each row has its index as `data-row`. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** The rendered rows, in order. */
  readonly items: readonly VirtualItem[];
  /** Pixels left out before a row of `items`. */
  readonly gapBefore: (position: number) => number;
  /** Pixels left out after the last row. */
  readonly gapAfter: number;
  /** Moves by a key and focuses the row; returns false if the key leads nowhere. */
  readonly move: (key: string) => boolean;
  readonly scrollTo: (index: number) => void;
}

/**
 * Returns the rows of a long table to render: the visible ones, and the one with the keyboard cursor, which
 * must stay mounted to keep the focus.
 * @param at index of the row with the cursor
 */
export function useTableRows(count: number, at: number, onMove: (index: number) => void): TableRows {
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
    gapBefore: (position) => items[position]!.start - (items[position - 1]?.end ?? 0),
    gapAfter: virtualizer.getTotalSize() - (items[items.length - 1]?.end ?? 0),
    move: (key) => {
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

/** A spacer as high as the rows that are not rendered. */
export function RowGap({ px, columns }: { readonly px: number; readonly columns: number }) {
  if (px <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a spacer, with nothing in it to focus
    <tr aria-hidden="true" className="row-gap">
      <td colSpan={columns} style={{ height: px }} />
    </tr>
  );
}
