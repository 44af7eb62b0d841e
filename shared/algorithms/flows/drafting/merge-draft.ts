import { type Flow, type FlowDraft, type FlowNode, nodeOrigin } from '../../../domain/flow.ts';
import { addEdge } from '../edit-flow.ts';

/** A change that a new draft would make: a missing node, or a node with a new draft. */
export interface DraftStep {
  readonly node: FlowNode;
  /** The matching node in the flow; null if there is none. */
  readonly mine: FlowNode | null;
  readonly isPersons: boolean;
}

export const labelOf = (node: FlowNode): string | undefined =>
  node.label ?? (node.type === 'request' ? Object.values(node.slots)[0]?.label : undefined);

const sameBut = (a: FlowNode, b: FlowNode): boolean =>
  JSON.stringify({ ...a, id: '' }) === JSON.stringify({ ...b, id: '' });

function counterpart(flow: Flow, node: FlowNode): FlowNode | null {
  const label = labelOf(node);
  const isIt = (one: FlowNode): boolean =>
    label === undefined ? sameBut(one, node) : labelOf(one) === label;
  return flow.nodes.find(isIt) ?? null;
}

/** Returns the nodes that a new draft would add to a flow or change in it. Nodes are matched by label. */
export function draftSteps(flow: Flow, draft: FlowDraft | null, proposed: Flow): DraftStep[] {
  return proposed.nodes.flatMap((node) => {
    const mine = counterpart(flow, node);
    if (mine && sameBut(mine, node)) return [];
    return [{ node, mine, isPersons: mine !== null && nodeOrigin(draft, mine) !== 'drafted' }];
  });
}

/**
 * Returns a flow with the chosen steps of a draft. New nodes get free ids; others replace the flow's node and keep its
 * id. Edges are added, and none is removed. The returned draft uses the flow's ids.
 */
export function mergeDraft(
  flow: Flow,
  chosen: readonly DraftStep[],
  proposed: { readonly flow: Flow; readonly draft: FlowDraft },
): { flow: Flow; draft: FlowDraft } {
  const taken = new Set(flow.nodes.map(({ id }) => id));
  const idOf = new Map<string, string>();
  for (const { node } of proposed.draft.nodes) {
    const mine = counterpart(flow, node);
    if (mine) idOf.set(node.id, mine.id);
  }
  let merged = flow;
  const touched = new Set<string>();
  for (const { node, mine } of chosen) {
    let id = mine?.id;
    for (let number = merged.nodes.length + 1; id === undefined; number++) {
      if (!taken.has(String(number))) id = String(number);
    }
    taken.add(id);
    touched.add(id);
    idOf.set(node.id, id);
    const put = { ...node, id };
    const nodes = mine ? merged.nodes.map((one) => (one === mine ? put : one)) : [...merged.nodes, put];
    merged = { ...merged, nodes };
  }
  const edges = proposed.draft.edges.flatMap(({ edge, dialogues }) => {
    const [source, target] = [idOf.get(edge.source), idOf.get(edge.target)];
    return source && target ? [{ edge: { ...edge, source, target }, dialogues }] : [];
  });
  for (const { edge } of edges) {
    if (!touched.has(edge.source) && !touched.has(edge.target)) continue;
    const before = merged.edges.length;
    merged = addEdge(merged, edge.source, edge.target);
    if (merged.edges.length > before) merged = { ...merged, edges: merged.edges.with(before, edge) };
  }
  const nodes = proposed.draft.nodes.flatMap(({ node, dialogues }) => {
    const id = idOf.get(node.id);
    return id === undefined ? [] : [{ node: { ...node, id }, dialogues }];
  });
  return { flow: merged, draft: { ...proposed.draft, nodes, edges } };
}
