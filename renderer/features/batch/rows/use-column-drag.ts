import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { placeAt } from '../../../ui/overlays/place-at.ts';

/** A pointer that moves less only presses. */
const DRAG_AFTER_PX = 6;
/** So near to an edge, what lies beyond it comes into sight. */
const EDGE_PX = 48;
const EDGE_STEP_PX = 16;

export interface ColumnDrag {
  readonly key: string;
  /** The place that the column would take, from 0. */
  readonly to: number;
}

/** Columns whose heads are dragged to another place; Esc leaves them where they were. */
export function useColumnDrag(onPlace: (key: string, to: number) => void) {
  const [drag, setDrag] = useState<ColumnDrag | null>(null);
  const begun = useRef<{
    readonly key: string;
    readonly x: number;
    moved: boolean;
    to: number | null;
  } | null>(null);
  const end = () => {
    begun.current = null;
    setDrag(null);
  };
  const dragged = drag !== null;
  useEffect(() => {
    if (!dragged) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      setDrag(null);
      if (begun.current) begun.current = { ...begun.current, to: null, key: '' };
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [dragged]);

  /** For the part of a head that is dragged; the heads themselves carry their keys as `data-column`. */
  const handlers = (key: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button === 0 && event.isPrimary)
        begun.current = { key, x: event.clientX, moved: false, to: null };
    },
    onPointerMove: ({ currentTarget, clientX, pointerId }: PointerEvent<HTMLElement>) => {
      const start = begun.current;
      if (!start || start.key !== key) return;
      if (!start.moved && Math.abs(clientX - start.x) < DRAG_AFTER_PX) return;
      if (!start.moved) {
        start.moved = true;
        currentTarget.setPointerCapture(pointerId);
      }
      const row = currentTarget.closest('.sheet-row');
      const scroller = row?.parentElement;
      if (!row || !scroller) return;
      const { left, right } = scroller.getBoundingClientRect();
      if (clientX > right - EDGE_PX) scroller.scrollLeft += EDGE_STEP_PX;
      else if (clientX < left + EDGE_PX) scroller.scrollLeft -= EDGE_STEP_PX;
      const middles = [...row.querySelectorAll<HTMLElement>('[data-column]')]
        .filter((head) => head.dataset.column !== key)
        .map((head) => {
          const box = head.getBoundingClientRect();
          return box.left + box.width / 2;
        });
      const to = placeAt(clientX, middles);
      // Kept beside the state, which may not be rendered yet when the pointer is let go.
      start.to = to;
      setDrag((before) => (before?.to === to ? before : { key, to }));
    },
    onPointerUp: () => {
      const to = begun.current?.key === key ? begun.current.to : null;
      if (to !== null) onPlace(key, to);
      setDrag(null);
      // The click that follows, if one does, is not meant for the head; see `wasDragged`.
      setTimeout(() => {
        begun.current = null;
      });
    },
    onPointerCancel: end,
  });

  /** Whether the click that is heard ended a drag. Asked once a click. */
  const wasDragged = (): boolean => {
    const moved = begun.current?.moved ?? false;
    begun.current = null;
    return moved;
  };
  return { drag, handlers, wasDragged };
}
