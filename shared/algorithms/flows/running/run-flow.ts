import { NOT_DONE } from '../../../domain/agent.ts';
import type { FlowAction } from '../../../domain/flow.ts';
import { conditionKind } from '../conditions.ts';
import type { FlowGraph } from '../flow-graph.ts';
import { type FlowState, nextAction } from '../following/follow-flow.ts';
import {
  type Follower,
  fallbackFor,
  followSystem,
  followUser,
  replyOf,
  type Step,
  startFollowing,
} from '../following/predict-reply.ts';
import { answerOf, isContent, onlyGreets, saysFarewell } from '../following/slot-values.ts';
import { sayReply } from '../following/track-flows.ts';
import { type FlowResult, isFailure } from '../results.ts';

export const startRun = startFollowing;

/** Returns a function's result for the current slots. */
export type CallFunction = (action: string, query: string | undefined, state: FlowState) => FlowResult;

/** A turn of a running flow, with everything that explains it. */
export interface RunTurn {
  readonly next: Follower;
  readonly answer: string;
  /** The node that was said; null for an action without a node. */
  readonly node: string | null;
  /** The nodes gone through, and why each was left. */
  readonly way: readonly { readonly node: string; readonly why: string }[];
  readonly state: FlowState;
  /** The state after hearing the user, before any action. */
  readonly heard: FlowState;
  /** Function results in this turn. */
  readonly calls: readonly (FlowCall & { readonly result: FlowResult })[];
  /** The global or fallback action that was taken; null if a node was. */
  readonly action: FlowAction | null;
}

/** The default if no function is set: every call succeeds. */
const SUCCESS: CallFunction = () => ({ message: 'Success' });

/** An external action that a turn waits for. */
export interface FlowCall {
  readonly node: string;
  readonly action: string;
  readonly query: string | undefined;
  readonly state: FlowState;
}

/** True if the user only greets and the flow has a word for that: nothing else is heard. */
export const isGreeted = ({ flow }: FlowGraph, said: string): boolean =>
  flow.globalActions.length > 0 && onlyGreets(said);

/**
 * Runs one turn of the paper's Algorithm 1: a global action, else slots, else the graph's next action, with function
 * calls on the way, else a fallback action. Yields each call and continues with its result; undefined means no answer
 * and falls back.
 *
 * @param heard the state after a model heard the user; defaults to typed values
 */
export function* turnOf(
  graph: FlowGraph,
  before: Follower,
  said: string,
  heard: FlowState = followUser(graph, before, said).state,
): Generator<FlowCall, RunTurn, FlowResult | undefined> {
  const [hello] = graph.flow.globalActions;
  if (hello && isGreeted(graph, said)) {
    const next = { ...before, turns: before.turns + 1 };
    const { state } = before;
    return {
      next,
      answer: hello.message,
      node: null,
      way: [],
      state,
      heard: state,
      calls: [],
      action: hello,
    };
  }
  return yield* decide(graph, { ...before, state: heard, said });
}

/** Runs the turn after hearing the user, or after a person's change. */
export function* decide(
  graph: FlowGraph,
  heard: Follower,
): Generator<FlowCall, RunTurn, FlowResult | undefined> {
  let follower = heard;
  const { said } = heard;
  const calls: RunTurn['calls'][number][] = [];
  const way: { node: string; why: string }[] = [];
  /** True if the flow has no text for a function's result: no answer, or a failure without an edge for it. */
  let isUntold = false;
  let last: string | null = null;
  while (calls.length <= graph.nodes.size) {
    const walk = nextAction(graph, follower.state, said);
    way.push(...walk.way);
    const { action, state } = walk;
    last = walk.way.at(-1)?.node ?? null;
    if (action === null) {
      const call = calls.at(-1);
      isUntold = call !== undefined && call.node === last && isFailure(call.result);
      break;
    }
    if (action.kind === 'call') {
      const node = graph.nodes.get(action.node)!;
      if (node.type !== 'external_action') break;
      const call: FlowCall = { node: node.id, action: node.action, query: node.query, state };
      const result = yield call;
      if (result === undefined) {
        isUntold = true;
        break;
      }
      calls.push({ ...call, result });
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
    const { node } = action;
    return { next, answer, node, way, state: next.state, heard: heard.state, calls, action: null };
  }
  const answered = answerOf(said);
  const lastSaid = graph.flow.fallbackActions.find((one) => (one.label ?? one.id) === heard.lastLabel);
  const isOver =
    saysFarewell(said) ||
    (lastSaid !== undefined && lastSaid === fallbackFor(graph, 'farewell')) ||
    (lastSaid !== undefined && lastSaid === fallbackFor(graph, 'more') && answered === 'no');
  const open = openQuestion(graph, heard.state, follower.state, isOver ? null : last);
  const asked = open === null ? null : replyOf(graph, open, null);
  if (open !== null && asked) {
    const next = followSystem(graph, follower, { kind: 'node', node: open }, asked.label, undefined);
    const answer = sayReply(asked, follower, undefined);
    return { next, answer, node: open, way, state: next.state, heard: heard.state, calls, action: null };
  }
  const isContented = isContent(said) || said === '' || answered === 'no';
  const use = isUntold ? 'scope' : isOver ? 'farewell' : isContented ? 'more' : 'scope';
  // "Anything else?" would suggest success.
  const others = isUntold ? undefined : (fallbackFor(graph, 'more') ?? graph.flow.fallbackActions[0]);
  const fallback = fallbackFor(graph, use) ?? others;
  const lastLabel = fallback ? (fallback.label ?? fallback.id) : follower.lastLabel;
  const next = { ...follower, said: '', lastLabel, turns: follower.turns + 1 };
  const answer = fallback?.message ?? (isUntold ? NOT_DONE : '');
  const { state } = follower;
  return { next, answer, node: null, way, state, heard: heard.state, calls, action: fallback ?? null };
}

/** Returns the question to repeat: one reopened by hand, or one that got neither yes nor no. */
function openQuestion(
  graph: FlowGraph,
  { pending }: FlowState,
  { answers }: FlowState,
  last: string | null,
): string | null {
  if (pending?.kind === 'answer') return pending.node;
  if (last === null || answers[last] !== undefined || graph.nodes.get(last)?.type !== 'inform_and_confirm') {
    return null;
  }
  const waits = graph
    .out(last)
    .some(({ condition }) => condition !== undefined && conditionKind(condition).about === 'answer');
  return waits ? last : null;
}

/** A turn whose functions answer at once. */
export function runTurn(
  graph: FlowGraph,
  before: Follower,
  said: string,
  call: CallFunction = SUCCESS,
): RunTurn {
  const turn = turnOf(graph, before, said);
  let step = turn.next();
  while (!step.done) step = turn.next(call(step.value.action, step.value.query, step.value.state));
  return step.value;
}
