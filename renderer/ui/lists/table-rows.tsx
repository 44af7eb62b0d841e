import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef } from 'react';
import { rangeWith } from './range-with.ts';
import { nextIndex } from './roving.ts';
import './long-table.css';

/** The height of a row in a table of thousands; the head has it too. */
const ROW_PX = 28;

interface TableRows {
  /** The box that scrolls; each row's control in it says its index as `data-row`. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** The rows that are on the page, in order. */
  readonly items: readonly VirtualItem[];
  /** Pixels left out before a row of `items`. */
  readonly gapBefore: (position: number) => number;
  /** Pixels left out after the last one. */
  readonly gapAfter: number;
  /** Goes where a key leads and takes the focus along; false where the key leads nowhere. */
  readonly move: (key: string) => boolean;
  readonly scrollTo: (index: number) => void;
}

/**
 * The rows of a long table of which only those in sight are on the page, and one that the keys are at. That one stays
 * on the page, or the focus would be lost.
 *
 * @param at the index of the row that the keys are at
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

/** The height of the rows that are not on the page. */
export function RowGap({ px, columns }: { readonly px: number; readonly columns: number }) {
  if (px <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a spacer, with nothing in it to focus
    <tr aria-hidden="true" className="row-gap">
      <td colSpan={columns} style={{ height: px }} />
    </tr>
  );
}
