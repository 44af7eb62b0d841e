import type { FlowAction, FlowEdge } from '../../../domain/flow.ts';
import { conditionKind, tellingWords } from '../conditions.ts';
import type { FlowGraph } from '../flow-graph.ts';
import { fallbackFor, isOptional, questionFor } from '../program/flow-program.ts';
import { type FlowResult, outcomeOf } from '../results.ts';
import {
  afterSaying,
  chooseEdge,
  clearAfter,
  type FlowState,
  GIVEN,
  hearUser,
  nextAction,
  startState,
} from './follow-flow.ts';
import { answerOf, isContent, onlyGreets, saysFarewell } from './slot-values.ts';

export type Step =
  | { readonly kind: 'ask'; readonly node: string; readonly slot: string }
  | { readonly kind: 'node'; readonly node: string }
  | { readonly kind: 'global' | 'fallback'; readonly action: FlowAction };

/** Returns the steps by label: the paper's mapping of actions to nodes, made automatically. */
export function stepsByLabel(graph: FlowGraph): Map<string, Step> {
  const steps = new Map<string, Step>();
  const add = (label: string | undefined, step: Step): void => {
    if (label !== undefined && !steps.has(label)) steps.set(label, step);
  };
  for (const [name, { node, slot }] of graph.slots)
    add(slot.label, { kind: 'ask', node: node.id, slot: name });
  for (const node of graph.nodes.values()) add(node.label, { kind: 'node', node: node.id });
  for (const action of graph.flow.globalActions) add(action.label ?? action.id, { kind: 'global', action });
  for (const action of graph.flow.fallbackActions)
    add(action.label ?? action.id, { kind: 'fallback', action });
  return steps;
}

export interface FlowReply {
  readonly label: string;
  readonly message: string;
  readonly node: string | null;
  readonly why: string;
}

export interface Follower {
  readonly state: FlowState;
  readonly lastLabel: string | null;
  readonly said: string;
  readonly turns: number;
  readonly result: FlowResult | undefined;
  readonly counts: Readonly<Record<string, number>>;
}

export const startFollowing = (graph: FlowGraph): Follower => ({
  state: startState(graph),
  lastLabel: null,
  said: '',
  turns: 0,
  result: undefined,
  counts: {},
});

export const followUser = (graph: FlowGraph, follower: Follower, text: string): Follower => ({
  ...follower,
  state: hearUser(graph, follower.state, text),
  said: text,
});

function pathTo(graph: FlowGraph, target: string): FlowEdge[] {
  if (graph.start === null) return [];
  const from = new Map<string, FlowEdge | null>([[graph.start, null]]);
  for (const [at] of from) {
    if (at === target) break;
    for (const edge of graph.out(at)) if (!from.has(edge.target)) from.set(edge.target, edge);
  }
  const path: FlowEdge[] = [];
  for (let edge = from.get(target); edge; edge = from.get(edge.source)) path.unshift(edge);
  return path;
}

function resultOn({ condition = '' }: FlowEdge): FlowResult {
  const { about } = conditionKind(condition);
  return about === 'nothing-found' ? null : about === 'result' ? { message: condition } : {};
}

/** Marks everything before a node as done: requests as answered, functions as called, messages as said. */
function passTo(graph: FlowGraph, state: FlowState, target: string): FlowState {
  const slots = { ...state.slots };
  const results: Record<string, FlowResult> = { ...state.results };
  const told = new Set(state.told);
  for (const edge of pathTo(graph, target)) {
    const id = edge.source;
    const node = graph.nodes.get(id)!;
    if (node.type === 'request') {
      told.add(id);
      for (const [name, slot] of Object.entries(node.slots)) {
        if (!isOptional(slot) && slots[name] === undefined) slots[name] = GIVEN;
      }
    } else if (node.type === 'external_action') {
      if (results[id] === undefined) results[id] = resultOn(edge);
    } else told.add(id);
  }
  return { ...state, slots, results, told: [...told] };
}

/** Processes what the agent said, by its label, and the function results before it. */
export function followSystem(
  graph: FlowGraph,
  follower: Follower,
  known: Step | null,
  label: string | null,
  result: FlowResult | undefined,
): Follower {
  let { state } = follower;
  let step: Step | null = known;
  if (result !== undefined) {
    const call = callFor(graph, state, result);
    if (call !== null) {
      state = takeResult(graph, state, call, result);
      // The agent reported the result in other words than the flow's.
      if (step === null) step = tellAfter(graph, state, call, follower.said);
    }
  }
  if (step?.kind === 'ask') {
    const { node, slot } = step;
    state = passTo(graph, state, node);
    const request = graph.nodes.get(node)!;
    const slots = { ...state.slots };
    for (const [name, what] of request.type === 'request' ? Object.entries(request.slots) : []) {
      if (name === slot) break;
      if (!isOptional(what)) slots[name] ??= GIVEN;
    }
    state = afterSaying(graph, { ...state, slots }, { kind: 'ask', node, slot });
  } else if (step?.kind === 'node') {
    const { node } = step;
    state = passTo(graph, state.told.includes(node) ? clearTold(graph, state, node) : state, node);
    state = afterSaying(graph, state, { kind: 'tell', node });
  }
  return {
    ...follower,
    state,
    lastLabel: label,
    said: '',
    turns: follower.turns + 1,
    result: result ?? follower.result,
    counts:
      label === null ? follower.counts : { ...follower.counts, [label]: (follower.counts[label] ?? 0) + 1 },
  };
}

function takeResult(graph: FlowGraph, state: FlowState, call: string, result: FlowResult): FlowState {
  const open = clearAfter(graph, passTo(graph, state, call), call);
  return { ...open, results: { ...open.results, [call]: result } };
}

const clearTold = (graph: FlowGraph, state: FlowState, node: string): FlowState => ({
  ...clearAfter(graph, state, node),
  results: state.results,
});

/** Returns the action that a result belongs to: the one whose words it has, the one after a yes, or the first. */
function callFor(graph: FlowGraph, state: FlowState, result: FlowResult): string | null {
  const calls = [...graph.nodes.values()].flatMap((node) => (node.type === 'external_action' ? [node] : []));
  if (calls.length < 2) return calls[0]?.id ?? null;
  const said = outcomeOf(result ?? {}).toLowerCase();
  const named = calls.filter(({ id, query }) =>
    [query ?? '', ...graph.out(id).map(({ condition }) => condition ?? '')].some(
      (word) => /^[\p{L}]{4,}$/u.test(word) && said.includes(word.toLowerCase().slice(0, 6)),
    ),
  );
  if (named.length === 1) return named[0]!.id;
  const { at } = state;
  const after =
    at === null ? undefined : graph.out(at).find(({ target }) => calls.some(({ id }) => id === target));
  return at !== null && after && state.answers[at] === 'yes' ? after.target : calls[0]!.id;
}

type KnownResult = FlowResult | undefined | 'hidden';

/** Returns the flow's next reply and the reason for it; null if it has none. */
export function predictReply(graph: FlowGraph, follower: Follower, given: KnownResult): FlowReply | null {
  const { said, lastLabel, turns } = follower;
  const fallback = (use: 'farewell' | 'more' | 'scope', why: string): FlowReply | null => {
    const action = fallbackFor(graph, use);
    return action ? { label: action.label ?? action.id, message: action.message, node: null, why } : null;
  };
  const farewell = fallback('farewell', 'farewell');
  const more = fallback('more', 'nothing left');
  let { state } = follower;

  if (given !== undefined && given !== 'hidden') {
    const call = callFor(graph, state, given);
    if (call !== null) {
      state = takeResult(graph, state, call, given);
      const told = tellAfter(graph, state, call, said);
      if (told) return { ...replyOf(graph, told.node, null)!, why: 'result' };
    }
  }
  const [hello] = graph.flow.globalActions;
  if (hello && turns === 0 && (onlyGreets(said) || !speaksOf(graph, state, said))) {
    return { label: hello.label ?? hello.id, message: hello.message, node: null, why: 'greeting' };
  }
  const leaves = saysFarewell(said);
  const answer = answerOf(said);
  if (
    farewell &&
    (leaves || lastLabel === farewell.label || (answer === 'no' && lastLabel === more?.label))
  ) {
    return farewell;
  }
  const { action } = nextAction(graph, state, said);
  if (action) {
    const reply = replyOf(graph, action.node, action.kind === 'ask' ? action.slot : null);
    if (reply) return { ...reply, why: action.kind };
    // A function should have been called. If it was not, a value is missing.
    if (given !== 'hidden') {
      for (const [name, { node, slot }] of graph.slots) {
        const isPassed = state.told.some((id) => pathTo(graph, id).some(({ source }) => source === node.id));
        if (isOptional(slot) || isPassed || state.asked.includes(name)) continue;
        const asked = replyOf(graph, node.id, name);
        if (asked) return { ...asked, why: 'not asked yet' };
      }
    }
    const told = tellAfter(graph, takeResult(graph, state, action.node, {}), action.node, said);
    if (told) return { ...replyOf(graph, told.node, null)!, why: 'call' };
  }
  if (farewell && answer === 'no' && isContent(said)) return { ...farewell, why: 'content' };
  return more ?? fallback('scope', 'nothing left');
}

function speaksOf(graph: FlowGraph, state: FlowState, said: string): boolean {
  if (Object.keys(state.slots).length > 0) return true;
  const words = tellingWords(said);
  if (words.length > 4) return true;
  const { flow } = graph;
  const about = new Set(
    tellingWords(
      `${flow.name} ${flow.description ?? ''} ${[...graph.slots.keys()].join(' ')}`.replaceAll('_', ' '),
    ).map((word) => word.slice(0, 5)),
  );
  return words.some((word) => about.has(word.slice(0, 5)));
}

/** Returns the node that reports a function's result: the next one with a message, or the requested one. */
function tellAfter(
  graph: FlowGraph,
  state: FlowState,
  call: string,
  said: string,
): { readonly kind: 'node'; readonly node: string } | null {
  let here: string | undefined = call;
  for (let steps = 0; here !== undefined && steps < 5; steps++) {
    here = chooseEdge(graph, graph.nodes.get(here)!, state, said)?.target;
    if (here === undefined || graph.nodes.get(here)?.type === 'request') return null;
    if (!replyOf(graph, here, null)) continue;
    const closer = graph.out(here).find(({ condition }) => conditionKind(condition ?? '').about === 'asked');
    const asked = closer && chooseEdge(graph, graph.nodes.get(here)!, state, said);
    return {
      kind: 'node',
      node: asked && conditionKind(asked.condition ?? '').about === 'asked' ? asked.target : here,
    };
  }
  return null;
}

export function replyOf(graph: FlowGraph, id: string, slot: string | null): FlowReply | null {
  const node = graph.nodes.get(id)!;
  if (slot !== null && node.type === 'request') {
    const what = node.slots[slot]!;
    return { label: what.label ?? slot, message: questionFor(slot, what), node: id, why: '' };
  }
  if (node.type === 'external_action') return null;
  const question = node.type === 'inform_and_confirm' && node.question ? ` ${node.question}` : '';
  return { label: node.label ?? id, message: `${node.message ?? ''}${question}`, node: id, why: '' };
}
