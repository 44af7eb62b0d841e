import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { Scene } from '#shared/algorithms/layout/scene/scene.ts';
import type { Stage } from './stage.ts';
import { LEAST_MOVE_PX } from './use-moving.ts';

/** The selection frame that is drawn with Shift, in px of the stage. */
interface LassoFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Selects states by a frame, drawn with Shift from an empty spot. Without `onPick` there is no frame. */
export function useLasso(
  stage: RefObject<Stage | null>,
  { nodes }: Scene,
  onPick: ((states: readonly number[]) => void) | undefined,
) {
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const [frame, setFrame] = useState<LassoFrame | null>(null);
  const wasDrawn = useRef(false);
  return {
    frame,
    begin(event: PointerEvent): void {
      wasDrawn.current = false;
      const isFree = stage.current?.hit(event.clientX, event.clientY)?.kind !== 'node';
      if (onPick && event.shiftKey && event.button === 0 && isFree)
        start.current = { x: event.clientX, y: event.clientY };
    },
    move(event: PointerEvent<HTMLElement>): boolean {
      if (!start.current) return false;
      const { x, y } = start.current;
      if (!frame && Math.hypot(event.clientX - x, event.clientY - y) < LEAST_MOVE_PX) return true;
      event.currentTarget.setPointerCapture(event.pointerId);
      wasDrawn.current = true;
      const corner = event.currentTarget.getBoundingClientRect();
      setFrame({
        left: Math.min(x, event.clientX) - corner.left,
        top: Math.min(y, event.clientY) - corner.top,
        width: Math.abs(event.clientX - x),
        height: Math.abs(event.clientY - y),
      });
      return true;
    },
    end(event: { readonly clientX: number; readonly clientY: number } | null): void {
      const from = start.current && stage.current?.pointAt(start.current.x, start.current.y);
      const to = event && stage.current?.pointAt(event.clientX, event.clientY);
      start.current = null;
      setFrame(null);
      if (!from || !to || !wasDrawn.current) return;
      const within = (at: number, one: number, other: number): boolean =>
        at >= Math.min(one, other) && at <= Math.max(one, other);
      const held = nodes.filter(
        ({ state, x, y }) => state !== 0 && within(x, from.x, to.x) && within(y, from.y, to.y),
      );
      onPick?.(held.map(({ state }) => state));
    },
    /** A frame ends in a click, which must not select anything. */
    isClick: (): boolean => !wasDrawn.current,
  };
}
