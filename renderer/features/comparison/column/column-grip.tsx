import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { ColumnGripHandlers } from '../../../ui/columns/column-order.tsx';
import { Icon } from '../../../ui/text/icon.tsx';
import './column.css';

/** Moves a column by dragging it to the line, or with the arrow keys. */
export function ColumnGrip({
  title,
  place,
  count,
  grip,
  onMove,
}: {
  readonly title: string;
  /** Position of the column, from 0. */
  readonly place: number;
  readonly count: number;
  readonly grip: ColumnGripHandlers;
  readonly onMove: (to: number) => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const moved = useRef(false);
  // A moved element loses the focus.
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    button.current?.focus();
    button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const to = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (to === place || to < 0 || to >= count) return;
    moved.current = true;
    onMove(to);
  };
  return (
    <button
      ref={button}
      type="button"
      className="column-grip"
      aria-label={`Move column ${title}, ${place + 1} of ${count}`}
      title="Drag or use the arrow keys to move this column"
      onKeyDown={onKeyDown}
      {...grip}
    >
      <Icon name="grip" />
    </button>
  );
}
