import type { FlowGraph } from './flow-graph.ts';
import type { FlowResult, FlowState } from './follow-flow.ts';
import { nextAction } from './follow-flow.ts';
import {
  type Follower,
  fallbackFor,
  followSystem,
  followUser,
  replyOf,
  type Step,
  startFollowing,
} from './predict-reply.ts';
import { isContent, onlyGreets, saysFarewell } from './slot-values.ts';
import { sayReply } from './track-flows.ts';

export const startRun = startFollowing;

/** What a function answers for the slots it is called with. */
export type CallFunction = (action: string, query: string | undefined, state: FlowState) => FlowResult;

/** A turn of a running flow, with all that shows why. */
export interface RunTurn {
  readonly next: Follower;
  readonly answer: string;
  /** Where it was said; null for an action that belongs to no node. */
  readonly node: string | null;
  /** The nodes gone through, and why each was left. */
  readonly way: readonly { readonly node: string; readonly why: string }[];
  readonly state: FlowState;
}

/** Where nobody has put a function: all goes well. */
const SUCCESS: CallFunction = () => ({ message: 'Success' });

/**
 * The paper's Algorithm 1, one turn: a global action, else slots, else the graph's next action, calling functions on the
 * way, else a fallback action. Without a model.
 */
export function runTurn(
  graph: FlowGraph,
  before: Follower,
  said: string,
  call: CallFunction = SUCCESS,
): RunTurn {
  const [hello] = graph.flow.globalActions;
  if (hello && onlyGreets(said)) {
    const next = { ...before, turns: before.turns + 1 };
    return { next, answer: hello.message, node: null, way: [], state: before.state };
  }
  let follower = followUser(graph, before, said);
  const way: { node: string; why: string }[] = [];
  for (let calls = 0; calls <= graph.nodes.size; calls++) {
    const walk = nextAction(graph, follower.state, said);
    way.push(...walk.way);
    const { action, state } = walk;
    if (action === null) break;
    if (action.kind === 'call') {
      const node = graph.nodes.get(action.node)!;
      if (node.type !== 'external_action') break;
      const result = call(node.action, node.query, state);
      follower = {
        ...follower,
        result,
        state: { ...state, results: { ...state.results, [action.node]: result } },
      };
      continue;
    }
    follower = { ...follower, state };
    const reply = replyOf(graph, action.node, action.kind === 'ask' ? action.slot : null);
    if (!reply) break;
    const step: Step =
      action.kind === 'ask'
        ? { kind: 'ask', node: action.node, slot: action.slot }
        : { kind: 'node', node: action.node };
    const answer = sayReply(reply, follower, undefined);
    const next = followSystem(graph, follower, step, reply.label, undefined);
    return { next, answer, node: action.node, way, state: next.state };
  }
  const use = saysFarewell(said) ? 'farewell' : isContent(said) ? 'more' : 'scope';
  const fallback = fallbackFor(graph, use) ?? graph.flow.fallbackActions[0];
  const next = { ...follower, said: '', turns: follower.turns + 1 };
  const answer = fallback?.message ?? '';
  return { next, answer, node: null, way, state: follower.state };
}
