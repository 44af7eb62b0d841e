import type { Layout } from '#shared/algorithms/layout/lay-out.ts';
import type { Scene, SceneEdge, SceneNode } from '#shared/algorithms/layout/scene/scene.ts';
import type { SpanningTree } from '#shared/algorithms/layout/shown/spanning-tree.ts';
import { append } from '#shared/domain/append.ts';
import type { GraphHighlight } from '../graph-selection.ts';

export interface SceneIndex {
  readonly scene: Scene;
  readonly tree: SpanningTree;
  readonly nodes: ReadonlyMap<number, SceneNode>;
  readonly children: ReadonlyMap<number, readonly SceneEdge[]>;
  readonly outgoing: ReadonlyMap<number, readonly SceneEdge[]>;
  readonly between: (from: number, to: number) => SceneEdge | undefined;
  /** The state before each state on its most common path from q₀. */
  readonly before: ReadonlyMap<number, number>;
}

export interface Light {
  readonly states: ReadonlySet<number>;
  readonly edges: ReadonlySet<number>;
  readonly ends?: ReadonlySet<number> | undefined;
}

export function indexScene({ scene, tree }: Pick<Layout, 'scene' | 'tree'>): SceneIndex {
  const nodes = new Map(scene.nodes.map((node) => [node.state, node]));
  const outgoing = new Map<number, SceneEdge[]>();
  const children = new Map<number, SceneEdge[]>();
  // The scene lists edges from lowest to highest support.
  for (const edge of [...scene.edges].reverse()) {
    append(outgoing, edge.from, edge);
    if (edge.from !== edge.to && tree.parents[edge.to] === edge.from) append(children, edge.from, edge);
  }
  for (const edges of outgoing.values()) edges.sort((a, b) => b.support - a.support || a.to - b.to);
  const between = (from: number, to: number): SceneEdge | undefined =>
    outgoing.get(from)?.find((edge) => edge.to === to);
  return { scene, tree, nodes, outgoing, children, between, before: commonPaths(scene.edges) };
}

/**
 * Returns, for each state, the previous state on the path from q₀ whose weakest edge is the strongest.
 * Edges are added from the highest support down; the first one that reaches a state decides.
 */
function commonPaths(edges: readonly SceneEdge[]): ReadonlyMap<number, number> {
  const before = new Map<number, number>();
  const reached = new Set([0]);
  const taken = new Map<number, SceneEdge[]>();
  for (const edge of [...edges].sort((a, b) => b.support - a.support)) {
    append(taken, edge.from, edge);
    const open = reached.has(edge.from) ? [edge] : [];
    for (const { from, to } of open) {
      if (reached.has(to)) continue;
      reached.add(to);
      before.set(to, from);
      open.push(...(taken.get(to) ?? []));
    }
  }
  return before;
}

export function lightPath(index: SceneIndex, state: number): Light | null {
  if (!index.nodes.has(state)) return null;
  const path: number[] = [];
  for (let at: number | undefined = state; at !== undefined; at = index.before.get(at)) path.unshift(at);
  return lightSteps(index, path);
}

export function lightEdge(index: SceneIndex, edge: SceneEdge): Light {
  const path = lightPath(index, edge.from);
  return {
    states: new Set([...(path?.states ?? []), edge.from, edge.to]),
    edges: new Set([...(path?.edges ?? []), edge.id]),
  };
}

export function lightHighlight(index: SceneIndex, highlight: GraphHighlight): Light | null {
  if (highlight.kind === 'state') return lightPath(index, highlight.state);
  if (highlight.kind === 'places') {
    const edges = highlight.transitions.flatMap(({ from, to }) => index.between(from, to)?.id ?? []);
    const ends = highlight.ends && new Set(highlight.ends);
    return { states: onShow(index, highlight.states), edges: new Set(edges), ends };
  }
  return lightSteps(index, [0, ...highlight.steps.map((step) => step.state)]);
}

function lightSteps(index: SceneIndex, path: readonly number[]): Light {
  const edges = new Set<number>();
  for (let step = 1; step < path.length; step++) {
    const edge = index.between(path[step - 1]!, path[step]!);
    if (edge) edges.add(edge.id);
  }
  return { states: onShow(index, path), edges };
}

const onShow = (index: SceneIndex, states: readonly number[]): ReadonlySet<number> =>
  new Set(states.filter((state) => index.nodes.has(state)));
