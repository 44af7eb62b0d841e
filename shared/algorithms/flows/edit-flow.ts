import type { Flow, FlowEdge, FlowNode } from '../../domain/flow.ts';

export const NODE_KINDS: Readonly<Record<FlowNode['type'], string>> = {
  request: 'Request',
  external_action: 'External action',
  inform: 'Inform',
  inform_and_confirm: 'Inform and confirm',
};

function freshNode(id: string, type: FlowNode['type']): FlowNode {
  switch (type) {
    case 'request':
      return { id, type, slots: { [`slot_${id}`]: { description: '', type: 'string', examples: [] } } };
    case 'external_action':
      return { id, type, action: `action_${id}` };
    default:
      return { id, type, message: '' };
  }
}

export function addNode(
  flow: Flow,
  type: FlowNode['type'],
  after: string | null,
): { flow: Flow; id: string } {
  const taken = new Set(flow.nodes.map(({ id }) => id));
  let number = flow.nodes.length + 1;
  while (taken.has(String(number))) number++;
  const id = String(number);
  const withNode = {
    ...flow,
    nodes: [...flow.nodes, freshNode(id, type)],
    ...(flow.nodes.length === 0 ? { start: id } : {}),
  };
  return { flow: after === null ? withNode : addEdge(withNode, after, id), id };
}

export function putNode(flow: Flow, id: string, node: FlowNode): Flow {
  const at = flow.nodes.findIndex((one) => one.id === id);
  const nodes = flow.nodes.with(at, node);
  if (node.id === id) return { ...flow, nodes };
  const renamed = (end: string): string => (end === id ? node.id : end);
  return {
    ...flow,
    nodes,
    ...(flow.start === id ? { start: node.id } : {}),
    edges: flow.edges.map((edge) => ({
      ...edge,
      source: renamed(edge.source),
      target: renamed(edge.target),
    })),
  };
}

/** Removes a node and its edges. If two nodes share the id, only the second is removed, and the edges stay. */
export function removeNode(flow: Flow, id: string): Flow {
  const at = flow.nodes.findLastIndex((one) => one.id === id);
  const nodes = flow.nodes.filter((_, index) => index !== at);
  if (nodes.some((one) => one.id === id)) return { ...flow, nodes };
  const { start, ...rest } = flow;
  return {
    ...rest,
    ...(start === undefined || start === id ? {} : { start }),
    nodes,
    edges: flow.edges.filter(({ source, target }) => source !== id && target !== id),
  };
}

export function addEdge(flow: Flow, source: string, target: string): Flow {
  const out = flow.edges.filter((edge) => edge.source === source);
  if (out.some((edge) => edge.target === target)) return flow;
  const confirms = flow.nodes.find(({ id }) => id === source)?.type === 'inform_and_confirm';
  const condition = confirms
    ? ['yes', 'no'].find((answer) => !out.some((edge) => edge.condition === answer))
    : undefined;
  return { ...flow, edges: [...flow.edges, { source, target, ...(condition ? { condition } : {}) }] };
}

export const putEdge = (flow: Flow, at: number, edge: FlowEdge): Flow => ({
  ...flow,
  edges: flow.edges.with(at, edge),
});

export const removeEdge = (flow: Flow, at: number): Flow => ({
  ...flow,
  edges: flow.edges.filter((_, index) => index !== at),
});

export const spokenLabel = (label: string): string => label.replaceAll(/[_-]+/g, ' ');

/** Returns the name of a node for people: its label, otherwise its slots, otherwise its kind. */
export function nodeName(node: FlowNode): string {
  if (node.label !== undefined) return spokenLabel(node.label);
  const slots = node.type === 'request' ? Object.entries(node.slots) : [];
  const [first, ...others] = slots;
  if (!first) return NODE_KINDS[node.type];
  const [name, { label }] = first;
  return spokenLabel(others.length === 0 ? (label ?? name) : slots.map(([slot]) => slot).join(', '));
}

export function nodeText(node: FlowNode): string {
  switch (node.type) {
    case 'request':
      return Object.entries(node.slots)
        .map(([name, { message }]) => message ?? name)
        .join(' ');
    case 'external_action':
      return node.query === undefined ? node.action : `${node.action}: ${node.query}`;
    default:
      return [node.message, node.type === 'inform_and_confirm' ? node.question : undefined]
        .filter(Boolean)
        .join(' ');
  }
}

/** Returns the ids of the nodes that a search finds by id, label, words, slots or comment. All words must match. */
export function findNodes(flow: Flow, query: string): string[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return flow.nodes
    .filter((node) => {
      const slots = node.type === 'request' ? Object.keys(node.slots) : [];
      const all = [node.id, node.label, NODE_KINDS[node.type], nodeText(node), node.comment, ...slots];
      const text = all.filter(Boolean).join(' ').toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .map(({ id }) => id);
}
