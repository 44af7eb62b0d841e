import { type ReactNode, useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '../hooks/stored.ts';
import { clampSize } from './divided-size.ts';
import { Divider } from './divider.tsx';
import './split.css';

/**
 * Two panes with a divider. Drag it or use the arrow keys to resize; double-click or Enter folds the second
 * pane. The size is stored under `name`.
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
  /** Name of the divider, for example "Width of the dialogues panel". */
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
      <div className="split-first">{first}</div>
      {!folded && (
        <>
          <Divider
            label={label}
            size={size}
            of={axis === 'columns' ? 'after' : 'below'}
            {...limits}
            hint="double click or Enter folds the panel away"
            onChange={change}
            onActivate={onFold}
          />
          <div className="split-second" style={axis === 'columns' ? { width: size } : { height: size }}>
            {second}
          </div>
        </>
      )}
    </div>
  );
}
