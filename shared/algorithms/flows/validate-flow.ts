import type { Flow, FlowEdge, FlowNode, FlowProblem } from '../../domain/flow.ts';
import { conditionKind, isUnclear, UNCLEAR } from './conditions.ts';
import { type FlowGraph, flowGraph, templateSlots } from './flow-graph.ts';

const CODE = /[{};$]|==|&&|\|\||=>|\b(?:import|await|def|lambda|function|eval|exec)\b\s*[\w(]|\w\(.*\)/;
/** Matches an ellipsis that stands for a value. An ellipsis at the end of a sentence does not match. */
const GAP = /(?:^|[\s$€£#(/])…/u;
const MARKUP = /<\/?[a-z][^>]*>|javascript:/i;

/** All problems of a flow, in the order of its nodes; errors and warnings. O(nodes · slots + edges) */
export function validateFlow(flow: Flow): FlowProblem[] {
  const graph = flowGraph(flow);
  return [
    ...idProblems(flow),
    ...startProblems(graph),
    ...loopProblems(graph),
    ...flow.nodes.flatMap((node) => [...nodeProblems(graph, node), ...branchProblems(graph, node)]),
    ...templateProblems(graph),
  ];
}

type Place = Pick<FlowProblem, 'severity' | 'kind' | 'node' | 'value'>;
const error = (kind: FlowProblem['kind'], node: string | null, value = node ?? '0'): Place => ({
  severity: 'error',
  kind,
  node,
  value,
});
const warning: typeof error = (...at) => ({ ...error(...at), severity: 'warning' });

function* idProblems(flow: Flow): Iterable<FlowProblem> {
  const slots = new Map<string, string>();
  const ids = new Set<string>();
  for (const node of flow.nodes) {
    const { id } = node;
    if (ids.has(id)) {
      yield {
        ...error('duplicate-id', id),
        message: `Two nodes have the id ${id}.`,
        nextStep: 'Give one of the nodes another id, and use that id in its edges.',
      };
    }
    ids.add(id);
    if (node.type !== 'request') continue;
    for (const slot of Object.keys(node.slots)) {
      const first = slots.get(slot);
      if (first !== undefined && first !== id) {
        yield {
          ...warning('duplicate-slot', id, slot),
          message: `Node ${id} and node ${first} both ask for the slot ${slot}, so they fill the same variable.`,
          nextStep: 'If the two slots mean different things, rename one.',
        };
      }
      slots.set(slot, first ?? id);
    }
  }
  for (const { source, target } of flow.edges) {
    for (const end of [source, target]) {
      if (ids.has(end)) continue;
      yield {
        ...error('missing-node', end, `${source} → ${target}`),
        message: `The edge from ${source} to ${target} leads to the node ${end}, which does not exist.`,
        nextStep: `Add the node ${end}, or remove the edge.`,
      };
    }
  }
}

function* startProblems(graph: FlowGraph): Iterable<FlowProblem> {
  const { flow, start } = graph;
  if (flow.nodes.length === 0) {
    yield {
      ...error('empty', null),
      message: 'The flow has no nodes.',
      nextStep: "Add a node with the agent's first question.",
    };
    return;
  }
  if (start === null) {
    const value = flow.start ?? [...graph.nodes.keys()].slice(0, 5).join(', ');
    const why =
      flow.start === undefined
        ? 'It is not clear where the flow starts. Exactly one node should have no incoming edge.'
        : `The flow starts at node ${flow.start}, which does not exist.`;
    yield {
      ...error('no-start', null, value),
      message: why,
      nextStep: 'Set "start" to the id of the first node.',
    };
    return;
  }
  const reached = graph.reach(start);
  for (const id of graph.nodes.keys()) {
    if (reached.has(id)) continue;
    yield {
      ...warning('unreachable', id),
      message: `No path leads from the start, node ${start}, to node ${id}.`,
      nextStep: 'Add an edge to this node, or remove the node.',
    };
  }
}

/** Reports loops without a user turn, which would never end. */
function* loopProblems(graph: FlowGraph): Iterable<FlowProblem> {
  const passes = ({ type }: FlowNode): boolean => type === 'external_action' || type === 'inform';
  for (const loop of loops(graph, passes)) {
    yield {
      ...error('loop', loop[0]!, loop.join(' → ')),
      message: `Nodes ${loop.join(' → ')} lead back to node ${loop[0]} without asking the customer anything.`,
      nextStep: 'Add a request to the loop, or remove one of its edges.',
    };
  }
  for (const loop of loops(graph, () => true)) {
    if (loop.every((id) => passes(graph.nodes.get(id)!))) continue;
    yield {
      ...warning('cycle', loop[0]!, loop.join(' → ')),
      message: `Nodes ${loop.join(' → ')} lead back to node ${loop[0]}, where their values are cleared.`,
      nextStep: 'Keep this loop if the dialogue should start again at this node.',
    };
  }
}

function loops(graph: FlowGraph, counts: (node: FlowNode) => boolean): string[][] {
  const found: string[][] = [];
  const state = new Map<string, 'open' | 'done'>();
  for (const [root, node] of graph.nodes) {
    if (state.has(root) || !counts(node)) continue;
    const path = [{ id: root, next: 0 }];
    state.set(root, 'open');
    while (path.length > 0) {
      const here = path.at(-1)!;
      const edge = graph.out(here.id)[here.next++];
      if (!edge) {
        state.set(here.id, 'done');
        path.pop();
      } else if (counts(graph.nodes.get(edge.target)!)) {
        if (!state.has(edge.target)) {
          state.set(edge.target, 'open');
          path.push({ id: edge.target, next: 0 });
        } else if (state.get(edge.target) === 'open') {
          const nodes = path.map(({ id }) => id);
          found.push([...nodes.slice(nodes.indexOf(edge.target)), edge.target]);
        }
      }
    }
  }
  return found;
}

function* nodeProblems(graph: FlowGraph, node: FlowNode): Iterable<FlowProblem> {
  const { id } = node;
  if (node.type === 'request') {
    if (Object.keys(node.slots).length === 0) {
      yield {
        ...error('empty', id),
        message: `Node ${id} does not ask for a slot.`,
        nextStep: 'Add a slot, or remove the node.',
      };
    }
    if (graph.out(id).length === 0) {
      yield {
        ...warning('dead-end', id),
        message: `Node ${id} asks the customer something, but nothing follows.`,
        nextStep: 'Add an edge to the node that uses the answer.',
      };
    }
  } else if (node.type === 'external_action') {
    const known = graph.flow.functions;
    if (known.length > 0 && !known.some(({ name }) => name === node.action)) {
      yield {
        ...warning('missing-node', id, node.action),
        message: `Node ${id} calls ${node.action}, which is not one of the flow's functions.`,
        nextStep: 'Add the function, or correct its name.',
      };
    }
    if (graph.out(id).length === 0) {
      yield {
        ...warning('dead-end', id),
        message: `Node ${id} calls ${node.action}, but the customer never learns the result.`,
        nextStep: 'Add an edge to a node that tells the customer the result.',
      };
    }
  } else if (node.type === 'inform_and_confirm' && graph.out(id).length === 0) {
    yield {
      ...warning('dead-end', id),
      message: `Node ${id} asks the customer to confirm, but neither answer leads anywhere.`,
      nextStep: 'Add edges with the conditions "yes" and "no".',
    };
  }
  for (const message of messagesOf(node)) {
    if (GAP.test(message)) {
      yield {
        ...warning('gap', id, message.slice(0, 100)),
        message: `The message of node ${id} contains a placeholder: "…".`,
        nextStep:
          'Write a slot or a field of a function instead, such as [order_number], or remove the placeholder.',
      };
    }
    if (!MARKUP.test(message)) continue;
    yield {
      ...warning('markup', id, message.slice(0, 100)),
      message: `The message of node ${id} contains markup, which is shown and sent as plain text.`,
      nextStep: 'Remove the markup.',
    };
  }
}

function messagesOf(node: FlowNode): string[] {
  if (node.type === 'external_action') return [];
  if (node.type === 'inform') return [node.message];
  if (node.type === 'inform_and_confirm') return [node.message, node.question ?? ''];
  return [node.message ?? '', ...Object.values(node.slots).map(({ message }) => message ?? '')];
}

function* branchProblems(graph: FlowGraph, { id }: FlowNode): Iterable<FlowProblem> {
  const edges = graph.out(id);
  const named = edges.filter(
    (edge): edge is FlowEdge & { condition: string } => edge.condition !== undefined,
  );
  for (const { condition, target } of named) {
    if (isUnclear(condition)) {
      yield {
        ...warning('gap', id, target),
        message: `The edge from node ${id} to node ${target} says "${UNCLEAR}", so this edge is never taken.`,
        nextStep: 'Say when customers take this edge, or remove it.',
      };
    }
    if (!CODE.test(condition)) continue;
    yield {
      ...warning('code', id, condition.slice(0, 100)),
      message: `A condition at node ${id} looks like code: "${condition.slice(0, 60)}". Conditions are read as text and never run.`,
      nextStep: 'Describe in words when to take this edge.',
    };
  }
  if (edges.length - named.length > 1) {
    const targets = edges.filter(({ condition }) => condition === undefined).map(({ target }) => target);
    yield {
      ...warning('overlap', id, targets.join(', ')),
      message: `Node ${id} leads to ${targets.join(' and ')} without a condition, so the first edge is always taken.`,
      nextStep: 'Give all edges except one a condition.',
    };
  }
  const seen = new Map<string, string>();
  for (const { condition, target } of named) {
    if (isUnclear(condition)) continue;
    const kind = conditionKind(condition);
    const meaning = 'holds' in kind ? `${kind.about} ${kind.holds}` : JSON.stringify(kind);
    const other = seen.get(meaning);
    if (other !== undefined) {
      yield {
        ...warning('overlap', id, condition),
        message: `"${condition}" leads from node ${id} to both ${target} and ${other}, so the first edge is always taken.`,
        nextStep: 'Make the two conditions different.',
      };
    }
    seen.set(meaning, other ?? target);
  }
  if (named.length === 0 || named.length < edges.length) return;
  for (const about of ['answer', 'result'] as const) {
    const [yes, no] = [seen.has(`${about} true`), seen.has(`${about} false`)];
    if (yes === no) continue;
    const left = about === 'answer' ? (yes ? 'no' : 'yes') : yes ? 'failure' : 'success';
    yield {
      ...warning('incomplete', id, left),
      message: `Node ${id} has no edge for ${left}.`,
      nextStep: `Add an edge with the condition ${left}, or one without a condition.`,
    };
    return;
  }
  if ([...seen.keys()].some((key) => key.startsWith('answer') || key.startsWith('result'))) return;
  yield {
    ...warning('incomplete', id, named.map(({ condition }) => condition).join(', ')),
    message: `Node ${id} has no edge to take if none of its conditions are met.`,
    nextStep: 'Add an edge without a condition.',
  };
}

function* templateProblems(graph: FlowGraph): Iterable<FlowProblem> {
  const { flow } = graph;
  const asked = new Map<string, string>();
  for (const node of flow.nodes) {
    if (node.type === 'request') for (const slot of Object.keys(node.slots)) asked.set(slot, node.id);
  }
  const answered = new Set(flow.functions.flatMap(({ outputs }) => Object.keys(outputs)));
  const used = new Set(flow.functions.flatMap(({ inputs }) => Object.keys(inputs)));
  const calls = flow.nodes.some(({ type }) => type === 'external_action');
  for (const node of flow.nodes) {
    for (const slot of messagesOf(node).flatMap(templateSlots)) {
      used.add(slot);
      if (asked.has(slot) || answered.has(slot) || (calls && flow.functions.length === 0)) continue;
      yield {
        ...warning('never-asked', node.id, slot),
        message: `The message of node ${node.id} uses [${slot}], but no node asks for it and no function returns it.`,
        nextStep: 'Ask for the value earlier, let a function return it, or remove it from the message.',
      };
    }
  }
  if (flow.functions.length === 0) return;
  for (const [slot, id] of asked) {
    if (used.has(slot)) continue;
    yield {
      ...warning('unused-request', id, slot),
      message: `Node ${id} asks for ${slot}, but no function or message uses the value.`,
      nextStep: 'Use the value in a function or a message, or do not ask for it.',
    };
  }
}

/** The errors among problems. A flow with errors can be stored, shown and edited. */
export const flowErrors = (problems: readonly FlowProblem[]): FlowProblem[] =>
  problems.filter(({ severity }) => severity === 'error');
