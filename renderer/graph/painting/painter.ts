import type { Scene } from '#shared/algorithms/layout/scene/scene.ts';
import type { Light } from '../stage/scene-index.ts';
import type { View } from '../stage/viewport.ts';

/** What became, or would become, of a state when the automaton is learned again. */
export type StateChange = 'new' | 'changed' | 'gone';

/** The sign beside a state that says so without colour. */
export const CHANGE_SIGNS: Readonly<Record<StateChange, string>> = { new: '+', changed: '≠', gone: '−' };

/** How the picture is marked at the moment, over what it shows. */
export interface Look {
  /** What is lit; all else is dimmed. Null dims nothing. */
  readonly light: Light | null;
  readonly selectedState: number | null;
  /** Id of the scene's edge whose transition is chosen. */
  readonly selectedEdge: number | null;
  /** The state the keys are at, while the picture has the focus. */
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

/**
 * How the picture may come about: as it is, with what is new fading in, or with states moving to their new
 * places as well. Never longer than 200 ms.
 */
export type Motion = 'none' | 'fade' | 'move';

/** Draws scenes into one element, of which it is the only owner. */
export interface Painter {
  readonly scene: (scene: Scene, motion: Motion) => void;
  readonly look: (look: Look) => void;
  readonly view: (view: View) => void;
  /** The stage changed its size or its theme. */
  readonly refresh: () => void;
  readonly destroy: () => void;
}

/** At this scale counts inside states are too small to read and are left out. */
export const DETAIL_SCALE = 0.42;
