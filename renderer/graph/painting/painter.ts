import type { Scene } from '#shared/algorithms/layout/scene/scene.ts';
import type { Light } from '../stage/scene-index.ts';
import type { View } from '../stage/viewport.ts';

export type StateChange = 'new' | 'changed' | 'gone';

export const CHANGE_SIGNS: Readonly<Record<StateChange, string>> = { new: '+', changed: '≠', gone: '−' };

export interface Look {
  readonly light: Light | null;
  readonly selectedState: number | null;
  readonly selectedEdge: number | null;
  readonly cursor: number | null;
  readonly matches: ReadonlySet<number>;
  readonly currentMatch: number | null;
  readonly changes: ReadonlyMap<number, StateChange>;
}

export const PLAIN_LOOK: Look = {
  light: null,
  selectedState: null,
  selectedEdge: null,
  cursor: null,
  matches: new Set(),
  currentMatch: null,
  changes: new Map(),
};

/** The animation of a new scene: none, new parts fade in, or states move as well. At most 200 ms. */
export type Motion = 'none' | 'fade' | 'move';

export interface Painter {
  readonly scene: (scene: Scene, motion: Motion) => void;
  readonly look: (look: Look) => void;
  readonly view: (view: View) => void;
  readonly refresh: () => void;
  readonly destroy: () => void;
}

/** Below this scale counts inside states are too small to read and are left out. */
export const DETAIL_SCALE = 0.42;
