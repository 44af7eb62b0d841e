import type { Flow, FlowEdge } from '../../domain/flow.ts';
import { type FlowGraph, flowGraph } from './flow-graph.ts';

/** Px of a drawn node, and between two of them. */
export const FLOW_NODE = { width: 220, height: 76 };
const GAP = { x: 36, y: 60 };

/** Where a node's top left corner stands, in px; and its level, counted from the start. */
export interface FlowPlace {
  readonly x: number;
  readonly y: number;
  readonly level: number;
}

/**
 * A flow from top to bottom: each node a level below all that lead to it, ways back left out; beside each other in the
 * order of what leads to them, then of the file, so that a node that is added moves none to the other side of another.
 * Nodes that nothing leads to but the start begin at the top. O(nodes · log nodes + edges)
 */
export function layOutFlow(flow: Flow): ReadonlyMap<string, FlowPlace> {
  const graph = flowGraph(flow);
  const { order, into } = forward(graph);
  const levels = new Map<string, number>();
  const rows: string[][] = [];
  for (const id of order) {
    const level = Math.max(-1, ...(into.get(id) ?? []).map((from) => levels.get(from) ?? -1)) + 1;
    levels.set(id, level);
    rows[level] = [...(rows[level] ?? []), id];
  }
  const inFile = new Map([...graph.nodes.keys()].map((id, at) => [id, at]));
  const places = new Map<string, FlowPlace>();
  const wide = FLOW_NODE.width + GAP.x;
  for (const [level, row] of rows.entries()) {
    const wished = row
      .map((id) => {
        const above = (into.get(id) ?? []).map((from) => places.get(from)?.x ?? 0);
        return { id, x: above.reduce((sum, x) => sum + x, 0) / Math.max(1, above.length) };
      })
      .sort((a, b) => a.x - b.x || inFile.get(a.id)! - inFile.get(b.id)!);
    const placed: number[] = [];
    for (const { x } of wished) placed.push(Math.max(x, (placed.at(-1) ?? Number.NEGATIVE_INFINITY) + wide));
    // Pushed apart to the right, the row goes back to the middle of where it wants to be.
    const shift = wished.reduce((sum, { x }, at) => sum + x - placed[at]!, 0) / wished.length;
    for (const [at, { id }] of wished.entries()) {
      places.set(id, {
        x: Math.round(placed[at]! + shift),
        y: level * (FLOW_NODE.height + GAP.y),
        level,
      });
    }
  }
  return places;
}

/** The nodes so that each comes after those that lead to it, and these by node; edges that lead back are left out. */
function forward(graph: FlowGraph): { order: string[]; into: ReadonlyMap<string, readonly string[]> } {
  const state = new Map<string, 'open' | 'done'>();
  const ended: string[] = [];
  const into = new Map<string, string[]>();
  const out = new Map([...graph.nodes.keys()].map((id): [string, FlowEdge[]] => [id, []]));
  for (const edge of graph.flow.edges) if (out.has(edge.target)) out.get(edge.source)?.push(edge);
  const roots = graph.start === null ? [...out.keys()] : [graph.start, ...out.keys()];
  for (const root of roots) {
    if (state.has(root)) continue;
    const path = [{ id: root, next: 0 }];
    state.set(root, 'open');
    while (path.length > 0) {
      const here = path.at(-1)!;
      const edge = out.get(here.id)![here.next++];
      if (!edge) {
        state.set(here.id, 'done');
        ended.push(here.id);
        path.pop();
        continue;
      }
      const known = state.get(edge.target);
      if (known === 'open') continue;
      into.set(edge.target, [...(into.get(edge.target) ?? []), here.id]);
      if (known) continue;
      state.set(edge.target, 'open');
      path.push({ id: edge.target, next: 0 });
    }
  }
  return { order: ended.toReversed(), into };
}
