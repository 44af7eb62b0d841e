import { type PointerEvent, type RefObject, useRef } from 'react';
import type { Scene } from '#shared/algorithms/layout/scene/scene.ts';
import type { Stage } from './stage.ts';

/** The pointer must move this far before a press becomes a move. */
export const LEAST_MOVE_PX = 4;

const KEY_PX = 10;
export const MOVING_KEYS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-KEY_PX, 0],
  ArrowRight: [KEY_PX, 0],
  ArrowUp: [0, -KEY_PX],
  ArrowDown: [0, KEY_PX],
};

/** A state at the position to which a person moves it, in px of the picture. */
export interface HeldState {
  readonly state: number;
  readonly x: number;
  readonly y: number;
}

/** Within this distance, a state snaps to the row or column of another. */
const ALIGN_PX = 6;
interface Drag {
  readonly state: number;
  readonly startX: number;
  readonly startY: number;
  readonly offset: { readonly x: number; readonly y: number };
}

/**
 * Moves states with the pointer, or with Alt and the arrow keys. The start cannot be moved.
 * `onHold` gets the position during the move, null if canceled; `onPlace` the final position.
 */
export function useMoving(
  stage: RefObject<Stage | null>,
  scene: Scene,
  onHold: (held: HeldState | null) => void,
  onPlace: ((held: HeldState) => void) | undefined,
) {
  const drag = useRef<Drag | null>(null);
  const held = useRef<HeldState | null>(null);
  const wasMoved = useRef(false);
  const hold = (next: HeldState | null): void => {
    held.current = next;
    onHold(next);
  };
  const leave = (): void => {
    if (held.current) onPlace?.(held.current);
    held.current = null;
    drag.current = null;
  };
  const stateAt = (clientX: number, clientY: number) => {
    const hit = onPlace ? stage.current?.hit(clientX, clientY) : null;
    return hit?.kind === 'node' && hit.node.state !== 0 ? hit.node : null;
  };
  return {
    holds: (clientX: number, clientY: number): boolean => stateAt(clientX, clientY) !== null,
    begin(event: PointerEvent): void {
      wasMoved.current = false;
      if (event.button !== 0 || event.pointerType === 'touch') return;
      const node = stateAt(event.clientX, event.clientY);
      const at = stage.current?.pointAt(event.clientX, event.clientY);
      if (!node || !at) return;
      const offset = { x: node.x - at.x, y: node.y - at.y };
      drag.current = { state: node.state, startX: event.clientX, startY: event.clientY, offset };
    },
    move(event: PointerEvent<HTMLElement>): boolean {
      if (!drag.current) return false;
      const { state, startX, startY, offset } = drag.current;
      const far = Math.hypot(event.clientX - startX, event.clientY - startY);
      if (!held.current && far < LEAST_MOVE_PX) return true;
      event.currentTarget.setPointerCapture(event.pointerId);
      // The picture must not move under the pointer.
      if (!wasMoved.current) stage.current?.keepView();
      wasMoved.current = true;
      const at = stage.current?.pointAt(event.clientX, event.clientY);
      if (at) hold(aligned(scene, { state, x: at.x + offset.x, y: at.y + offset.y }));
      return true;
    },
    end: leave,
    /** A move ends in a click, which must not select anything. */
    isClick: (): boolean => !wasMoved.current,
    press(key: string, isAlt: boolean, state: number): boolean {
      if (key === 'Escape' && held.current) {
        drag.current = null;
        hold(null);
        return true;
      }
      const by = isAlt && onPlace && state !== 0 ? MOVING_KEYS[key] : undefined;
      const node = by && scene.nodes.find((one) => one.state === state);
      if (!by || !node) return false;
      const from = held.current?.state === state ? held.current : node;
      hold({ state, x: from.x + by[0], y: from.y + by[1] });
      return true;
    },
    /** A move by keys ends when Alt is released. */
    release(key: string): void {
      if (key === 'Alt' && !drag.current) leave();
    },
  };
}

/** Snaps to the row or column of a nearby state; else to whole px. */
function aligned({ nodes }: Scene, { state, x, y }: HeldState): HeldState {
  const nearest = (at: number, all: readonly number[]): number => {
    const near = all.filter((other) => Math.abs(other - at) <= ALIGN_PX);
    return near.reduce(
      (best, other) => (Math.abs(other - at) < Math.abs(best - at) ? other : best),
      near[0] ?? Math.round(at),
    );
  };
  const others = nodes.filter((node) => node.state !== state);
  return {
    state,
    x: Math.round(
      nearest(
        x,
        others.map((node) => node.x),
      ),
    ),
    y: Math.round(
      nearest(
        y,
        others.map((node) => node.y),
      ),
    ),
  };
}
