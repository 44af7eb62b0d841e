import type { Flow, FlowEdge } from '../../../domain/flow.ts';
import { type FlowGraph, flowGraph } from '../flow-graph.ts';

export const FLOW_NODE = { width: 220, height: 76 };
const GAP = { x: 36, y: 72 };
const LANE = 22;

export interface FlowPlace {
  readonly x: number;
  readonly y: number;
  readonly level: number;
}

export interface FlowLayout {
  readonly places: ReadonlyMap<string, FlowPlace>;
  /** By edge: its positions in the rows that it crosses, in its direction. */
  readonly lanes: readonly (readonly { readonly x: number; readonly level: number }[])[];
}

interface Stop {
  readonly width: number;
  readonly above: Stop[];
  readonly below: Stop[];
  x: number;
}

/**
 * Lays out a flow from top to bottom. A node is below all nodes that lead to it, apart from backward edges. Within a
 * level, nodes are ordered by predecessors and then as in the file, so that a new node swaps no others. An edge has a
 * lane in each row that it crosses, and never runs behind a node. O(rows · stops · log stops)
 */
export function layOutFlow(flow: Flow): FlowLayout {
  const graph = flowGraph(flow);
  const levels = levelsOf(graph);
  const stopOf = (width: number, above: Stop[] = []): Stop => ({ width, above, below: [], x: 0 });
  const stops = new Map([...levels.keys()].map((id) => [id, stopOf(FLOW_NODE.width)]));
  const rows: Stop[][] = [];
  for (const [id, level] of levels) {
    rows[level] ??= [];
    rows[level].push(stops.get(id)!);
  }
  const lanes = flow.edges.map(({ source, target }) => {
    const [from, to] = [levels.get(source), levels.get(target)];
    if (from === undefined || to === undefined) return [];
    const isBack = to <= from;
    const passed = isBack ? between(to, from) : between(from + 1, to - 1);
    // The label of a backward edge is next to its upper end, after the other labels below that end.
    const lane = passed.map((level, at) => ({
      level,
      stop: stopOf(LANE, isBack && at === 0 ? stops.get(target)!.above : []),
    }));
    for (const { level, stop } of lane) rows[level]!.push(stop);
    const own = lane.map(({ stop }) => stop);
    const chain = isBack ? own : [stops.get(source)!, ...own, stops.get(target)!];
    for (const [at, stop] of chain.slice(1).entries()) {
      stop.above.push(chain[at]!);
      chain[at]!.below.push(stop);
    }
    return isBack ? lane.reverse() : lane;
  });
  for (const row of rows) {
    for (const stop of row) stop.x = mean(stop.above, stop.x);
    // For equal positions, sorting keeps the order of the file, with lanes after nodes.
    row.sort((a, b) => a.x - b.x);
    spread(row);
  }
  // The order is fixed now. In both directions, each stop moves toward the middle of its connections.
  for (const row of [...rows.toReversed(), ...rows]) {
    for (const stop of row) stop.x = mean([...stop.above, ...stop.below], stop.x);
    spread(row);
  }
  const places = [...levels].map(([id, level]): [string, FlowPlace] => {
    const x = Math.round(stops.get(id)!.x - FLOW_NODE.width / 2);
    return [id, { x, y: flowRowTop(level), level }];
  });
  return {
    places: new Map(places),
    lanes: lanes.map((lane) => lane.map(({ level, stop }) => ({ x: Math.round(stop.x), level }))),
  };
}

export const flowRowTop = (level: number): number => level * (FLOW_NODE.height + GAP.y);

const between = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);

const mean = (stops: readonly Stop[], otherwise: number): number =>
  stops.length === 0 ? otherwise : stops.reduce((sum, { x }) => sum + x, 0) / stops.length;

/** Moves the stops of a row close to their wanted positions, in order and apart (least squares, by pooling). */
function spread(row: readonly Stop[]): void {
  const offsets: number[] = [];
  for (const [at, { width }] of row.entries()) {
    const before = row[at - 1];
    offsets.push(before ? offsets[at - 1]! + (before.width + width) / 2 + GAP.x : 0);
  }
  const blocks: { first: number; count: number; x: number }[] = [];
  for (const [at, { x }] of row.entries()) {
    let block = { first: at, count: 1, x: x - offsets[at]! };
    for (let last = blocks.at(-1); last && last.x > block.x; last = blocks.at(-1)) {
      const count = last.count + block.count;
      block = { first: last.first, count, x: (last.x * last.count + block.x * block.count) / count };
      blocks.pop();
    }
    blocks.push(block);
  }
  for (const { first, count, x } of blocks) {
    for (let at = first; at < first + count; at++) row[at]!.x = x + offsets[at]!;
  }
}

function levelsOf(graph: FlowGraph): ReadonlyMap<string, number> {
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
  const levels = new Map<string, number>();
  for (const id of ended.toReversed()) {
    levels.set(id, Math.max(-1, ...(into.get(id) ?? []).map((from) => levels.get(from) ?? -1)) + 1);
  }
  const inFile = [...graph.nodes.keys()];
  return new Map(inFile.map((id) => [id, levels.get(id)!]));
}
