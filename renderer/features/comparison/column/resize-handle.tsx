import type { KeyboardEvent, PointerEvent } from 'react';
import { useRef } from 'react';

const STEP = 16;

/** A line that is dragged, or moved by arrow keys, to make what stands left of it wider or narrower. */
export function ResizeHandle({
  label,
  value,
  least,
  most,
  onChange,
  onReset,
}: {
  readonly label: string;
  /** In px; null where it is not fixed: then the element around the line tells it. */
  readonly value: number | null;
  readonly least: number;
  readonly most: number;
  readonly onChange: (width: number) => void;
  readonly onReset?: () => void;
}) {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const clamp = (width: number) => Math.round(Math.min(most, Math.max(least, width)));
  const widthOf = (handle: HTMLElement) =>
    value ?? handle.parentElement?.getBoundingClientRect().width ?? least;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const width = widthOf(event.currentTarget);
    const next = { ArrowLeft: width - STEP, ArrowRight: width + STEP, Home: least, End: most }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onChange(clamp(next));
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (start.current) onChange(clamp(start.current.width + event.clientX - start.current.x));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a divider that takes the focus is no thematic break
    <div
      className="resize-handle"
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={value ?? least}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuetext={value === null ? 'shares the room' : `${value} pixels`}
      title={`Drag or use the arrow keys to resize${onReset ? '; double click to share the room' : ''}`}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width: widthOf(event.currentTarget) };
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        start.current = null;
      }}
      onPointerCancel={() => {
        start.current = null;
      }}
      onDoubleClick={onReset}
      onKeyDown={onKeyDown}
    />
  );
}
