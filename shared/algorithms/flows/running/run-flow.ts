import { NOT_DONE } from '../../../domain/agent.ts';
import type { FlowAction } from '../../../domain/flow.ts';
import { required } from '../../../domain/required.ts';
import type { FlowGraph } from '../flow-graph.ts';
import {
  afterSaying,
  type FlowState,
  hearUser,
  nextAction,
  type SpokenAct,
} from '../following/follow-flow.ts';
import { type Follower, replyOf, startFollowing } from '../following/predict-reply.ts';
import { answerOf, isContent, saysFarewell } from '../following/slot-values.ts';
import { sayReply } from '../following/track-flows.ts';
import { type Fallback, fallbackFor, programOf, requestedOf } from '../program/flow-program.ts';
import { type FlowResult, isFailure } from '../results.ts';

export const startRun = startFollowing;

export type CallFunction = (action: string, query: string | undefined, state: FlowState) => FlowResult;

export interface RunTurn {
  readonly next: Follower;
  readonly answer: string;
  readonly node: string | null;
  readonly path: readonly { readonly node: string; readonly why: string }[];
  readonly state: FlowState;
  readonly heard: FlowState;
  readonly calls: readonly (FlowCall & { readonly result: FlowResult })[];
  readonly action: FlowAction | null;
  readonly fallback: Fallback | null;
}

const SUCCESS: CallFunction = () => ({ message: 'Success' });

export interface FlowCall {
  readonly node: string;
  readonly action: string;
  readonly query: string | undefined;
  readonly state: FlowState;
}

/** Returns the global action that the user asks for. If there is one, nothing else in the turn is processed. */
export const globalOf = (graph: FlowGraph, said: string): FlowAction | null =>
  requestedOf(programOf(graph), said);

/**
 * Runs a turn of the paper's Algorithm 1: a global action, or slots and the next action with its calls, or a fallback.
 * Yields each call and continues with its result; undefined counts as a failure.
 * @param heard the state after a model read the message; by default, values are found by type
 */
export function* turnOf(
  graph: FlowGraph,
  before: Follower,
  said: string,
  heard: FlowState = hearUser(graph, before.state, said, true),
): Generator<FlowCall, RunTurn, FlowResult | undefined> {
  const action = globalOf(graph, said);
  if (action) {
    const next = { ...before, turns: before.turns + 1 };
    const { state } = before;
    return {
      next,
      answer: action.message,
      node: null,
      path: [],
      state,
      heard: state,
      calls: [],
      action,
      fallback: graph.flow.globalActions.includes(action) ? null : 'farewell',
    };
  }
  return yield* decide(graph, { ...before, state: heard, said });
}

export function* decide(
  graph: FlowGraph,
  heard: Follower,
): Generator<FlowCall, RunTurn, FlowResult | undefined> {
  let follower = heard;
  const { said } = heard;
  const calls: RunTurn['calls'][number][] = [];
  const path: { node: string; why: string }[] = [];
  /** True if there is no answer for a function, or no edge for its failure. */
  let isUntold = false;
  let repeats: string | null = null;
  let wentBack = false;
  while (calls.length <= 2 * graph.nodes.size) {
    const walk = nextAction(graph, follower.state, said, wentBack);
    path.push(...walk.path);
    const { action, state } = walk;
    wentBack = walk.wentBack;
    if (action === null) {
      const call = calls.at(-1);
      isUntold = call !== undefined && call.node === state.at && isFailure(call.result);
      follower = { ...follower, state };
      repeats = walk.repeats;
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
      const results = { ...state.results, [action.node]: result };
      // The items of a new list are told from the first one on.
      const after = programOf(graph).ahead(action.node);
      const times = Object.fromEntries(Object.entries(state.times).filter(([id]) => !after.has(id)));
      follower = { ...follower, result, state: { ...state, results, times } };
      continue;
    }
    return {
      ...speak(graph, { ...follower, state }, action),
      path,
      heard: heard.state,
      calls,
      action: null,
      fallback: null,
    };
  }
  const pending = heard.state.pending?.kind === 'answer' ? heard.state.pending.node : null;
  const leaves = isLeaving(graph, heard);
  const again = pending ?? (leaves ? null : repeats);
  if (again !== null) {
    const spoken = speak(graph, follower, { kind: 'tell', node: again });
    return { ...spoken, path, heard: heard.state, calls, action: null, fallback: null };
  }
  const { fallbacks } = programOf(graph);
  const isContented = isContent(said) || said === '' || answerOf(said) === 'no';
  const reason = isUntold ? 'failed' : leaves ? 'farewell' : isContented ? 'more' : 'scope';
  const fallback = fallbacks[reason];
  const lastLabel = fallback ? (fallback.label ?? fallback.id) : follower.lastLabel;
  const next = { ...follower, said: '', lastLabel, turns: follower.turns + 1 };
  const answer = fallback?.message ?? (isUntold ? NOT_DONE : '');
  const { state } = follower;
  return {
    next,
    answer,
    node: null,
    path,
    state,
    heard: heard.state,
    calls,
    action: fallback,
    fallback: reason,
  };
}

function speak(
  graph: FlowGraph,
  follower: Follower,
  act: SpokenAct,
): Pick<RunTurn, 'next' | 'answer' | 'node' | 'state'> {
  const said = replyOf(graph, act.node, act.kind === 'ask' ? act.slot : null);
  const reply = required(said ?? undefined, `message of node ${act.node}`);
  const after = afterSaying(graph, follower.state, act);
  // A side question that was answered is not answered again after a new search.
  const answered = (act.kind === 'tell' && programOf(graph).states.get(act.node)?.aside) || [];
  const state = { ...after, heard: after.heard.filter((word) => !answered.includes(word)) };
  const { label } = reply;
  const next = {
    ...follower,
    state,
    lastLabel: label,
    said: '',
    turns: follower.turns + 1,
    counts: { ...follower.counts, [label]: (follower.counts[label] ?? 0) + 1 },
  };
  // Placeholders that neither a slot nor a function can fill stay in the text, so that people see and correct them.
  const question = sayReply(graph, reply, follower, undefined, (name) => !graph.slots.has(name));
  const refused = act.kind === 'ask' ? follower.state.refused[act.slot] : undefined;
  const answer = refused === undefined ? question : `${refused} ${question}`;
  return { next, answer, node: act.node, state };
}

function isLeaving(graph: FlowGraph, { said, lastLabel }: Follower): boolean {
  const last = graph.flow.fallbackActions.find((one) => (one.label ?? one.id) === lastLabel);
  return (
    saysFarewell(said) ||
    (last !== undefined && last === fallbackFor(graph, 'farewell')) ||
    (last !== undefined && last === fallbackFor(graph, 'more') && answerOf(said) === 'no')
  );
}

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
