import type { Scene } from '#shared/algorithms/layout/scene/scene.ts';
import type { Light } from '../stage/scene-index.ts';
import type { View } from '../stage/viewport.ts';

/** The change of a state when the automaton is learned again. */
export type StateChange = 'new' | 'changed' | 'gone';

/** The sign beside a state that shows the change without color. */
export const CHANGE_SIGNS: Readonly<Record<StateChange, string>> = { new: '+', changed: '≠', gone: '−' };

/** The current marks of the picture. */
export interface Look {
  readonly light: Light | null;
  readonly selectedState: number | null;
  /** Id of the edge in the scene whose transition is selected. */
  readonly selectedEdge: number | null;
  /** The state with the keyboard cursor, while the picture has the focus. */
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

/** Draws scenes into one element, whose content it alone controls. */
export interface Painter {
  readonly scene: (scene: Scene, motion: Motion) => void;
  readonly look: (look: Look) => void;
  readonly view: (view: View) => void;
  /** Call when the stage changed its size or theme. */
  readonly refresh: () => void;
  readonly destroy: () => void;
}

/** Below this scale counts inside states are too small to read and are left out. */
export const DETAIL_SCALE = 0.42;
