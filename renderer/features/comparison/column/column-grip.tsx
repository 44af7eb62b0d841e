import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { placeAt } from '../../../ui/overlays/place-at.ts';
import { Icon } from '../../../ui/text/icon.tsx';

/** Moves a column: dragged with a pointer to where the line shows, or by the arrow keys. */
export function ColumnGrip({
  title,
  place,
  count,
  onAim,
  onMove,
}: {
  readonly title: string;
  /** Where the column stands, from 0. */
  readonly place: number;
  readonly count: number;
  /** While it is dragged: where it would come to stand; null at the end. */
  readonly onAim: (to: number | null) => void;
  readonly onMove: (to: number) => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const dragging = useRef(false);
  const moved = useRef(false);
  // What moves on the page loses the focus.
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    button.current?.focus();
    button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  const move = (to: number) => {
    if (to === place || to < 0 || to >= count) return;
    moved.current = true;
    onMove(to);
  };
  const aimOf = (event: PointerEvent<HTMLElement>): number => {
    const grid = event.currentTarget.closest('.columns-grid');
    const middles = [...(grid?.children ?? [])].map((column) => {
      const { left, width } = column.getBoundingClientRect();
      return left + width / 2;
    });
    // Without the column itself, which leaves its place.
    return placeAt(event.clientX, middles.toSpliced(place, 1));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const to = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(to);
  };
  const stop = () => {
    dragging.current = false;
    onAim(null);
  };
  return (
    <button
      ref={button}
      type="button"
      className="column-grip"
      aria-label={`Move column ${title}, ${place + 1} of ${count}`}
      title="Drag or use the arrow keys to move this column"
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        dragging.current = true;
      }}
      onPointerMove={(event) => {
        if (dragging.current) onAim(aimOf(event));
      }}
      onPointerUp={(event) => {
        if (!dragging.current) return;
        stop();
        move(aimOf(event));
      }}
      onPointerCancel={stop}
    >
      <Icon name="grip" />
    </button>
  );
}
