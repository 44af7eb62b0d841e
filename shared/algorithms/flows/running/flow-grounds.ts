import type { AgentGrounds } from '../../../domain/agent.ts';
import type { FlowGraph } from '../flow-graph.ts';
import type { FlowState } from '../following/follow-flow.ts';
import { flowVariables } from './flow-variables.ts';
import type { RunTurn } from './run-flow.ts';

const NO_WORDS = 'The flow has no message and no fallback action here.';
const NO_WORDS_FOR_FAILURE =
  'An action failed, and the flow does not say what to do next. Add an edge with the condition Failure.';

const KINDS = {
  request: 'request',
  external_action: 'external action',
  inform: 'inform',
  inform_and_confirm: 'inform and confirm',
} as const;

export function flowGrounds(
  graph: FlowGraph,
  before: FlowState,
  { heard, path, node, action, fallback, calls, answer }: RunTurn,
): AgentGrounds {
  const nameOf = (id: string): string => `node ${id}, ${KINDS[graph.nodes.get(id)!.type]}`;
  // After a function call, the path starts again, so only the part after the last start counts.
  const last = path.findLastIndex(({ node: id }) => id === graph.start);
  const steps = path.slice(Math.max(0, last)).map(({ node: id, why }) => {
    const call = calls.find((one) => one.node === id);
    const called = call ? `called ${call.action}${call.query ? `, ${call.query}` : ''}; ` : '';
    return { what: nameOf(id), why: `${called}${reasonOf(why)}` };
  });
  if (action) {
    const isGlobal = graph.flow.globalActions.includes(action);
    steps.push({
      what: `${isGlobal ? 'global' : 'fallback'} action ${action.id}`,
      why: isGlobal
        ? 'the customer asks for it'
        : fallback === 'farewell'
          ? 'the customer leaves'
          : 'no node has anything left to say',
    });
  }
  return {
    at: node === null ? (action ? `${action.id}, outside the nodes` : 'nowhere') : nameOf(node),
    understood: understood(graph, before, heard),
    steps,
    notes: action || node !== null ? [] : [answer === '' ? NO_WORDS : NO_WORDS_FOR_FAILURE],
  };
}

const REASONS: Readonly<Record<string, string>> = {
  ask: 'asks for the first slot without a value',
  offer: 'says what can be chosen',
  tell: 'not said yet',
  call: 'not called yet',
  done: 'done; its edge has no condition',
  failed: 'failed; no edge says what follows',
  'nothing follows': 'done; nothing follows',
};
const reasonOf = (why: string): string => REASONS[why] ?? `done; the condition “${why}” is met`;

function understood(graph: FlowGraph, before: FlowState, heard: FlowState): string {
  const old = new Map(flowVariables(graph, before).map(({ name, value }) => [name, value]));
  return flowVariables(graph, heard)
    .filter(({ name, value }) => value !== old.get(name))
    .map(({ name, value }) => `${name} = ${value ?? 'open again'}`)
    .join('\n');
}
