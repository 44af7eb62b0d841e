import type { Flow, FlowEdge, FlowNode, FlowSlot, RequestNode } from '../../domain/flow.ts';

/** A flow with indexes. Of nodes with the same id, the first counts. Edges to missing nodes are left out. */
export interface FlowGraph {
  readonly flow: Flow;
  readonly nodes: ReadonlyMap<string, FlowNode>;
  readonly start: string | null;
  readonly slots: ReadonlyMap<string, { readonly node: RequestNode; readonly slot: FlowSlot }>;
  /** Returns the edges out of a node: first those with a condition, both in file order. */
  out(id: string): readonly FlowEdge[];
  reach(id: string): ReadonlySet<string>;
}

export function flowGraph(flow: Flow): FlowGraph {
  const nodes = new Map<string, FlowNode>();
  for (const node of flow.nodes) if (!nodes.has(node.id)) nodes.set(node.id, node);
  const out = new Map<string, FlowEdge[]>([...nodes.keys()].map((id) => [id, []]));
  const entered = new Set<string>();
  for (const edge of flow.edges) {
    if (!nodes.has(edge.target)) continue;
    const edges = out.get(edge.source);
    edges?.push(edge);
    if (edges && edge.source !== edge.target) entered.add(edge.target);
  }
  for (const edges of out.values()) {
    edges.sort((a, b) => Number(a.condition === undefined) - Number(b.condition === undefined));
  }
  const open = [...nodes.keys()].filter((id) => !entered.has(id));
  const only = open.length === 1 ? open[0]! : null;
  const start = flow.start === undefined ? only : nodes.has(flow.start) ? flow.start : null;
  const slots = new Map<string, { node: RequestNode; slot: FlowSlot }>();
  for (const node of nodes.values()) {
    if (node.type !== 'request') continue;
    for (const [name, slot] of Object.entries(node.slots))
      if (!slots.has(name)) slots.set(name, { node, slot });
  }
  return {
    flow,
    nodes,
    start,
    slots,
    out: (id) => out.get(id) ?? [],
    reach(id) {
      const seen = new Set([id]);
      for (const at of seen) for (const { target } of out.get(at) ?? []) seen.add(target);
      return seen;
    },
  };
}

export function templateSlots(message: string): string[] {
  return [...message.matchAll(/\[([A-Za-z][A-Za-z0-9_]*)\]/g)].map(([, name]) => name!);
}
