import type { SceneNode } from '#shared/algorithms/layout/scene/scene.ts';
import type { SceneIndex } from './scene-index.ts';

/** The keyboard cursor, and the states it passed, so that Left returns the same way. */
export interface Walk {
  readonly state: number;
  readonly trail: readonly number[];
}

export const WALK_KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', '[', ']', 'Home'];

const KEPT_STEPS = 100;

const TURNED: Readonly<Record<string, string>> = {
  ArrowDown: 'ArrowRight',
  ArrowUp: 'ArrowLeft',
  ArrowLeft: 'ArrowUp',
  ArrowRight: 'ArrowDown',
};

/**
 * Returns the walk after a key. Right: the strongest transition along the tree; at a leaf, any.
 * Left: the previous state. Up and Down: the next state in the column. `[` and `]`: siblings, in a cycle. Home: the
 * start.
 */
export function walkBy(index: SceneIndex, walk: Walk, key: string): Walk | null {
  if (!index.nodes.has(walk.state)) return { state: 0, trail: [] };
  switch (index.scene.direction === 'down' ? (TURNED[key] ?? key) : key) {
    case 'ArrowRight': {
      const next = index.children.get(walk.state)?.[0]?.to ?? onward(index, walk.state);
      return next ? { state: next, trail: [...walk.trail.slice(-KEPT_STEPS), walk.state] } : null;
    }
    case 'ArrowLeft': {
      const last = walk.trail[walk.trail.length - 1];
      if (last !== undefined && index.nodes.has(last)) return { state: last, trail: walk.trail.slice(0, -1) };
      const parent = index.tree.parents[walk.state]!;
      return parent >= 0 ? { state: parent, trail: [] } : null;
    }
    case 'ArrowUp':
    case 'ArrowDown':
      return beside(index, walk, key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 1);
    case '[':
    case ']':
      return sibling(index, walk, key === '[' ? -1 : 1);
    case 'Home':
      return { state: 0, trail: [] };
    default:
      return null;
  }
}

function onward(index: SceneIndex, state: number): number | undefined {
  return index.outgoing.get(state)?.find((edge) => edge.to !== state)?.to;
}

function beside(index: SceneIndex, walk: Walk, direction: 1 | -1): Walk | null {
  const here = index.nodes.get(walk.state);
  if (!here) return null;
  let nearest: number | null = null;
  let distance = Number.POSITIVE_INFINITY;
  for (const node of index.scene.nodes) {
    const away = (across(index, node) - across(index, here)) * direction;
    if (node.level !== here.level || away <= 0 || away >= distance) continue;
    nearest = node.state;
    distance = away;
  }
  return nearest === null ? null : { state: nearest, trail: stay(index, walk, nearest) };
}

function sibling(index: SceneIndex, walk: Walk, direction: 1 | -1): Walk | null {
  const siblings = (index.children.get(index.tree.parents[walk.state]!) ?? [])
    .map((edge) => edge.to)
    .flatMap((state) => index.nodes.get(state) ?? [])
    .sort((a, b) => across(index, a) - across(index, b))
    .map((node) => node.state);
  if (siblings.length < 2) return null;
  const at = siblings.indexOf(walk.state);
  const next = siblings[(at + direction + siblings.length) % siblings.length]!;
  return { state: next, trail: stay(index, walk, next) };
}

const across = ({ scene }: SceneIndex, { x, y }: SceneNode): number => (scene.direction === 'right' ? y : x);

/** Returns the passed states; empty, unless the last of them leads to the new state, too. */
function stay(index: SceneIndex, walk: Walk, next: number): readonly number[] {
  const last = walk.trail[walk.trail.length - 1];
  return last !== undefined && index.between(last, next) ? walk.trail : [];
}
