import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '../hooks/stored.ts';
import { clampSize, sizeByKey } from './split-size.ts';
import './split.css';

/**
 * Two panes with a divider that is moved by drag or by arrow keys and folds the second pane away by double
 * click or Enter. The size is kept in the page's storage under `name`.
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
  /** Names the divider, e.g. "Width of the dialogues panel". */
  readonly label: string;
  /** Share of the room that the second pane starts with, 0 … 1. */
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

  const limits = { room, minFirst, minSecond };
  const size = clampSize(wanted ?? room * initial, limits);
  const change = (next: number) => {
    setWanted(next);
    writeStored(`split.${name}`, next);
  };

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !ref.current) return;
    const box = ref.current.getBoundingClientRect();
    change(clampSize(axis === 'columns' ? box.right - event.clientX : box.bottom - event.clientY, limits));
  };

  return (
    <div ref={ref} className={`split split-${axis}`}>
      <div className="split-first">{first}</div>
      {!folded && (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a divider that takes the focus is no thematic break */}
          <div
            className="split-divider"
            role="separator"
            tabIndex={0}
            aria-label={label}
            aria-orientation={axis === 'columns' ? 'vertical' : 'horizontal'}
            aria-valuenow={size}
            aria-valuemin={minSecond}
            aria-valuemax={Math.max(minSecond, room - minFirst)}
            aria-valuetext={`${size} pixels`}
            title="Drag or use the arrow keys to resize; double click or Enter folds the panel away"
            onPointerDown={(event) => {
              event.preventDefault();
              event.currentTarget.focus();
              event.currentTarget.setPointerCapture(event.pointerId);
            }}
            onPointerMove={drag}
            onDoubleClick={onFold}
            onKeyDown={(event) => {
              if (event.key === 'Enter') return onFold();
              const next = sizeByKey(event.key, size, axis, limits);
              if (next === null) return;
              event.preventDefault();
              change(next);
            }}
          />
          <div className="split-second" style={axis === 'columns' ? { width: size } : { height: size }}>
            {second}
          </div>
        </>
      )}
    </div>
  );
}
