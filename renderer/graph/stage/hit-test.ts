import { type Quadtree, quadtree } from 'd3';
import { boxesBeside } from '#shared/algorithms/layout/layered/circles.ts';
import { pointOn } from '#shared/algorithms/layout/scene/edge-curve.ts';
import type { Scene, SceneEdge, SceneNode } from '#shared/algorithms/layout/scene/scene.ts';

export type Hit =
  | { readonly kind: 'node'; readonly node: SceneNode }
  | { readonly kind: 'edge'; readonly edge: SceneEdge }
  | { readonly kind: 'end'; readonly title: string; readonly from: number | null };

/** Minimum width of a target on screen. */
const TARGET_PX = 24;
/** Within this distance of a state's center, the state wins over edges. In px of the picture. */
const STATE_PX = 14;

export interface HitTester {
  /** @param scale screen px per picture px, so that targets keep their size on screen */
  readonly at: (x: number, y: number, scale: number) => Hit | null;
}

export function createHitTester(scene: Scene): HitTester {
  const nodes: Quadtree<SceneNode> = quadtree<SceneNode>()
    .x((node) => node.x)
    .y((node) => node.y)
    .addAll([...scene.nodes]);
  const boxes = scene.edges.map(boxOf);
  const isIn = (
    { x, y, halfWidth, radius }: Pick<SceneNode, 'x' | 'y' | 'halfWidth' | 'radius'>,
    px: number,
    py: number,
  ) => Math.abs(px - x) <= halfWidth && Math.abs(py - y) <= radius;
  const endAt = (x: number, y: number, near: number): Hit | null => {
    const { end } = scene;
    if (!end) return null;
    if (isIn(end, x, y)) return { kind: 'end', title: end.title, from: null };
    const [first] = end.edges
      .map((edge) => ({ edge, distance: distanceTo(edge, x, y) - edge.widthPx / 2 }))
      .filter(({ distance }) => distance <= near)
      .sort((a, b) => a.distance - b.distance);
    return first ? { kind: 'end', title: first.edge.title, from: first.edge.from } : null;
  };
  return {
    at(x, y, scale) {
      const named = scene.nodes.find(
        (node) => node.lines && [node, ...boxesBeside(node)].some((box) => isIn(box, x, y)),
      );
      if (named) return { kind: 'node', node: named };
      const reach = Math.max(STATE_PX, TARGET_PX / 2 / scale);
      const node = scene.notation === 'boxes' ? undefined : nodes.find(x, y, reach);
      const toNode = node ? Math.hypot(x - node.x, y - node.y) : Number.POSITIVE_INFINITY;
      if (node && toNode <= STATE_PX) return { kind: 'node', node };
      const near = Math.min(12, 5 / scale);
      let best: SceneEdge | null = null;
      let bestDistance = Number.POSITIVE_INFINITY;
      for (let id = scene.edges.length - 1; id >= 0; id--) {
        const edge = scene.edges[id]!;
        const label = edge.label.box;
        if (label && x >= label.left && x <= label.right && y >= label.top && y <= label.bottom) {
          return { kind: 'edge', edge };
        }
        const box = boxes[id]!;
        const slack = near + edge.widthPx / 2;
        if (x < box.left - slack || x > box.right + slack || y < box.top - slack || y > box.bottom + slack)
          continue;
        // If lines overlap, the one painted last wins.
        const distance = Math.max(0, distanceTo(edge, x, y) - edge.widthPx / 2);
        if (distance > near || distance >= bestDistance) continue;
        best = edge;
        bestDistance = distance;
      }
      // In a small picture a loop lies within its state's target, so the nearer one wins.
      if (node && (!best || bestDistance > toNode - STATE_PX)) return { kind: 'node', node };
      return best ? { kind: 'edge', edge: best } : endAt(x, y, near);
    },
  };
}

export function boxOf({ curve }: SceneEdge): { left: number; right: number; top: number; bottom: number } {
  const [x = 0, y = 0] = curve;
  let [left, right, top, bottom] = [x, x, y, y];
  for (let at = 2; at < curve.length; at += 2) {
    left = Math.min(left, curve[at]!);
    right = Math.max(right, curve[at]!);
    top = Math.min(top, curve[at + 1]!);
    bottom = Math.max(bottom, curve[at + 1]!);
  }
  return { left, right, top, bottom };
}

const STEPS = 24;

function distanceTo({ curve }: Pick<SceneEdge, 'curve'>, x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let piece = 0; piece * 6 + 7 < curve.length; piece++) {
    let before = { x: curve[piece * 6]!, y: curve[piece * 6 + 1]! };
    for (let step = 1; step <= STEPS; step++) {
      const after = pointOn(curve, piece, step / STEPS);
      least = Math.min(least, distanceToSegment(x, y, before, after));
      before = after;
    }
  }
  return least;
}

function distanceToSegment(
  x: number,
  y: number,
  a: { readonly x: number; readonly y: number },
  b: { readonly x: number; readonly y: number },
): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / length));
  return Math.hypot(x - a.x - t * dx, y - a.y - t * dy);
}
