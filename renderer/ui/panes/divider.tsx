import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { type DividedSize, sizeByDrag, sizeByKey } from './divided-size.ts';
import './divider.css';

/** A divider that resizes one of two panes, by dragging or with the arrow keys. */
export function Divider({
  label,
  size,
  of,
  least,
  most,
  atEnd = false,
  hint,
  onChange,
  onActivate,
}: DividedSize & {
  /** "Width of the dialogues panel". */
  readonly label: string;
  /** In px; null if it is not fixed, so that the element around the divider determines it. */
  readonly size: number | null;
  /** True if it lies over the end of its container, such as a column head. */
  readonly atEnd?: boolean;
  /** Explains double-click and Enter: "double click or Enter folds the panel away". */
  readonly hint?: string;
  readonly onChange: (size: number) => void;
  readonly onActivate?: () => void;
}) {
  const start = useRef<{ readonly x: number; readonly y: number; readonly size: number } | null>(null);
  const limits = { of, least, most };
  const sizeNow = (line: HTMLElement) => size ?? line.parentElement?.getBoundingClientRect().width ?? least;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter') return onActivate?.();
    const next = sizeByKey(event.key, sizeNow(event.currentTarget), limits);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    onChange(next);
  };
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    const from = start.current;
    if (from) onChange(sizeByDrag(from.size, { x: clientX - from.x, y: clientY - from.y }, limits));
  };
  const stop = () => {
    start.current = null;
  };
  const isRow = of === 'below';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a thematic break (hr) takes no focus and has no value
    <div
      className={`divider ${isRow ? 'divider-row' : ''} ${atEnd ? 'divider-end' : ''}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={isRow ? 'horizontal' : 'vertical'}
      aria-valuenow={size ?? least}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuetext={size === null ? 'automatic' : `${size} pixels`}
      title={`Drag or use the arrow keys to resize${hint ? `; ${hint}` : ''}`}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, y: event.clientY, size: sizeNow(event.currentTarget) };
      }}
      onPointerMove={onPointerMove}
      onPointerUp={stop}
      onPointerCancel={stop}
      onDoubleClick={onActivate}
      onKeyDown={onKeyDown}
    />
  );
}
