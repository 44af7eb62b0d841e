import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '../hooks/preferences.ts';

interface DividedSize {
  /** The measured pane: before (left of) the divider, after it, or below it. */
  readonly of: 'before' | 'after' | 'below';
  readonly least: number;
  readonly most: number;
}

/** Pixels that an arrow key moves a divider. */
const STEP = 24;

/** Returns the nearest allowed size in whole pixels. If the limits conflict, the minimum wins. */
export function clampSize(size: number, { least, most }: Pick<DividedSize, 'least' | 'most'>): number {
  return Math.round(Math.max(least, Math.min(size, most)));
}

export function sizeByKey(key: string, size: number, divided: DividedSize): number | null {
  const [back, forth] = divided.of === 'below' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
  const move = {
    [back]: -STEP,
    [forth]: STEP,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  }[key];
  return move === undefined ? null : sizeByDrag(size, { x: move, y: move }, divided);
}

export function sizeByDrag(
  size: number,
  moved: { readonly x: number; readonly y: number },
  divided: DividedSize,
): number {
  const grown = { before: moved.x, after: -moved.x, below: -moved.y }[divided.of];
  return clampSize(size + grown, divided);
}

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
  readonly label: string;
  /** In px; null if it is not fixed, so that the element around the divider determines it. */
  readonly size: number | null;
  readonly atEnd?: boolean;
  /** Explains double-click and Enter: "double-click or press Enter to fold the panel". */
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
      className={`rigid divider ${isRow ? 'divider-row' : ''} ${atEnd ? 'divider-end pin-top' : ''}`}
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

/**
 * Shows two panes. Drag or arrow keys resize, double-click or Enter folds the second. The size is stored under `name`.
 */
export function Split({
  name,
  axis,
  label,
  initial,
  minFirst,
  minSecond,
  folded,
  onFold,
  first,
  second,
}: {
  readonly name: string;
  readonly axis: 'columns' | 'rows';
  readonly label: string;
  /** Initial share of the second pane, 0 … 1. */
  readonly initial: number;
  readonly minFirst: number;
  readonly minSecond: number;
  readonly folded: boolean;
  readonly onFold: () => void;
  readonly first: ReactNode;
  readonly second: ReactNode;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  const [wanted, setWanted] = useState<number | null>(() => readStored<number | null>(`split.${name}`, null));

  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setRoom(axis === 'columns' ? element.clientWidth : element.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [axis]);

  const limits = { least: minSecond, most: Math.max(minSecond, room - minFirst) };
  const size = clampSize(wanted ?? room * initial, limits);
  const change = (next: number) => {
    setWanted(next);
    writeStored(`split.${name}`, next);
  };

  return (
    <div ref={ref} className={`split split-${axis}`}>
      <div className="stack shrink shrink-down hides grow">{first}</div>
      {!folded && (
        <>
          <Divider
            label={label}
            size={size}
            of={axis === 'columns' ? 'after' : 'below'}
            {...limits}
            hint="double-click or press Enter to collapse the panel"
            onChange={change}
            onActivate={onFold}
          />
          <div
            className="stack shrink shrink-down hides rigid"
            style={axis === 'columns' ? { width: size } : { height: size }}
          >
            {second}
          </div>
        </>
      )}
    </div>
  );
}
