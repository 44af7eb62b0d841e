import { type CSSProperties, type PointerEvent, useRef, useState } from 'react';
import { type Annotation, drawAnnotations } from '#shared/algorithms/layout/annotations/annotate.ts';
import type { Box } from '#shared/algorithms/layout/labels/taken-boxes.ts';
import { pathOf } from '#shared/algorithms/layout/scene/edge-curve.ts';
import type { Scene } from '#shared/algorithms/layout/scene/scene.ts';
import { LEAST_MOVE_PX, MOVING_KEYS } from '../stage/use-moving.ts';
import './annotations.css';

interface DraggedAnnotation {
  readonly id: number;
  readonly dx: number;
  readonly dy: number;
}

/** At smaller scales, the text of annotations does not shrink any further. */
const READABLE_SCALE = 0.75;
const LINE_CLASSES = { plain: '', figure: 'annotation-figure', quote: 'annotation-quote' } as const;

/** Shows the annotations. Drag one or use the arrow keys to move it; Enter opens it, Delete removes it. */
export function AnnotationLayer({
  scene,
  annotations,
  scale,
  onOpen,
  onMove,
  onRemove,
}: {
  readonly scene: Scene;
  readonly annotations: readonly Annotation[];
  readonly scale: number;
  readonly onOpen: (id: number) => void;
  readonly onMove: (id: number, place: { readonly dx: number; readonly dy: number }) => Promise<unknown>;
  readonly onRemove: (id: number) => void;
}) {
  const [held, setHeld] = useState<DraggedAnnotation | null>(null);
  const drag = useRef<{ readonly x: number; readonly y: number; readonly from: DraggedAnnotation } | null>(
    null,
  );
  const wasDragged = useRef(false);
  // Its new position, until the backend has saved it.
  const kept = held && annotations.find(({ id }) => id === held.id);
  if (held && kept && drag.current === null && kept.dx === held.dx && kept.dy === held.dy) setHeld(null);
  const shown = annotations.map((one) => (one.id === held?.id ? { ...one, ...held } : one));
  const drawn = drawAnnotations(scene, shown, Math.max(1, READABLE_SCALE / scale));
  const leave = (): void => {
    drag.current = null;
    if (held) onMove(held.id, { dx: held.dx, dy: held.dy }).catch(() => setHeld(null));
  };

  const dragOf = (one: Annotation) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.stopPropagation();
      if (event.button !== 0) return;
      wasDragged.current = false;
      drag.current = { x: event.clientX, y: event.clientY, from: { id: one.id, dx: one.dx, dy: one.dy } };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      event.stopPropagation();
      if (drag.current?.from.id !== one.id) return;
      const { x, y, from } = drag.current;
      const [right, down] = [event.clientX - x, event.clientY - y];
      if (!wasDragged.current && Math.hypot(right, down) < LEAST_MOVE_PX) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      wasDragged.current = true;
      setHeld({
        id: one.id,
        dx: Math.round(from.dx + right / scale),
        dy: Math.round(from.dy + down / scale),
      });
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      event.stopPropagation();
      leave();
    },
  });

  return (
    <>
      <svg className="annotations" aria-hidden="true">
        {drawn.map(({ id, colour, discs, bands, arrow, words }) => (
          <g key={id} className="annotation" data-swatch={colour || undefined}>
            <g className="annotation-shine">
              {bands.map(({ curve, widthPx }) => (
                <path key={curve.join()} d={pathOf(curve)} strokeWidth={widthPx} />
              ))}
              {discs.map(({ x, y, halfWidth, radius }) => (
                <rect
                  key={`${x} ${y}`}
                  x={x - halfWidth}
                  y={y - radius}
                  width={2 * halfWidth}
                  height={2 * radius}
                  rx={radius}
                />
              ))}
            </g>
            {arrow && (
              <>
                <path className="annotation-arrow" d={pathOf(arrow.curve)} strokeWidth={arrow.widthPx} />
                <polygon className="annotation-head" points={arrow.head.join(' ')} />
              </>
            )}
            {words?.isFramed && (
              <rect
                className="annotation-frame"
                x={words.box.left}
                y={words.box.top}
                width={words.box.right - words.box.left}
                height={words.box.bottom - words.box.top}
                rx={words.fontPx / 3}
                strokeWidth={words.fontPx / 9}
              />
            )}
            {words?.lines.map(({ text, look }, at) => (
              <text
                key={lineKey(text, at)}
                className={words.isFramed ? LINE_CLASSES[look] : 'annotation-large'}
                x={(words.box.left + words.box.right) / 2}
                y={
                  (words.box.top + words.box.bottom - words.linePx * words.lines.length) / 2 +
                  words.fontPx +
                  at * words.linePx
                }
                style={{ fontSize: words.fontPx }}
              >
                {text}
              </text>
            ))}
          </g>
        ))}
      </svg>
      {drawn.map(({ id, grip, words }) => {
        const one = shown.find((other) => other.id === id);
        if (!grip || !one) return null;
        const { onPointerDown, onPointerMove, onPointerUp } = dragOf(one);
        return (
          <button
            key={id}
            type="button"
            className={words ? 'annotation-grip floats pad-0' : 'annotation-grip floats pad-0 annotation-dot'}
            style={placeOf(grip)}
            aria-label={`Annotation: ${words?.lines.map(({ text }) => text).join(' ') || 'arrow'}`}
            title="Drag or use the arrow keys to move. Press Enter to open, or Delete to remove."
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
            onPointerUp={onPointerUp}
            onClick={(event) => {
              event.stopPropagation();
              if (!wasDragged.current) onOpen(id);
              wasDragged.current = false;
            }}
            onKeyDown={(event) => {
              const by = MOVING_KEYS[event.key];
              if (by) setHeld({ id, dx: one.dx + by[0], dy: one.dy + by[1] });
              else if (event.key === 'Delete' || event.key === 'Backspace') onRemove(id);
              else return;
              event.preventDefault();
              event.stopPropagation();
            }}
            onKeyUp={({ key }) => {
              if (MOVING_KEYS[key]) leave();
            }}
          />
        );
      })}
    </>
  );
}

const lineKey = (text: string, at: number): string => `${at} ${text}`;

const placeOf = ({ left, top, right, bottom }: Box): CSSProperties => ({
  left,
  top,
  width: right - left,
  height: bottom - top,
});
