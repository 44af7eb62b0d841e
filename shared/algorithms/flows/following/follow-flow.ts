import type { FlowEdge, FlowNode, FlowSlot } from '../../../domain/flow.ts';
import { conditionKind, isElseOfNo, tellingWords, tellsNothingFound } from '../conditions.ts';
import type { FlowGraph } from '../flow-graph.ts';
import { type FlowResult, isFailure, outcomeOf, tellsOutcome } from '../results.ts';
import { answerOf, findValues, hasNoValue } from './slot-values.ts';

/** Stands for a value that was given in words that we cannot read it from. */
export const GIVEN = '✓';

/** The state of a conversation in a flow: the paper's slot and helper variables, and the last node. */
export interface FlowState {
  /** Null: the user has said that there is no value. */
  readonly slots: Readonly<Record<string, string | null>>;
  /** `action_<id>`: the result of the external action at a node. */
  readonly results: Readonly<Record<string, FlowResult>>;
  /** `inform_<id>`: nodes that have been said. */
  readonly told: readonly string[];
  /** `answered_<id>` */
  readonly answers: Readonly<Record<string, 'yes' | 'no'>>;
  /** The question in the last system turn. */
  readonly pending:
    | { readonly kind: 'slot'; readonly slot: string }
    | { readonly kind: 'answer'; readonly node: string }
    | null;
  readonly at: string | null;
  /** Slots that the system has asked for. */
  readonly asked: readonly string[];
  /** The number of times each node was said. */
  readonly times: Readonly<Record<string, number>>;
  /** All words of the user, for slots that were asked for earlier. */
  readonly heard: readonly string[];
}

export const startState = (graph: FlowGraph): FlowState => ({
  slots: {},
  results: {},
  told: [],
  answers: {},
  pending: null,
  at: graph.start,
  asked: [],
  times: {},
  heard: [],
});

/** The next action according to the graph. */
type NextAction =
  | { readonly kind: 'ask'; readonly node: string; readonly slot: string }
  /** All options at once. */
  | { readonly kind: 'offer'; readonly node: string }
  | { readonly kind: 'call'; readonly node: string }
  | { readonly kind: 'tell'; readonly node: string };

interface Walk {
  /** Null if the flow has nothing to say, so a fallback is due. */
  readonly action: NextAction | null;
  readonly state: FlowState;
  /** The nodes gone through, each with why it was left or stayed at. */
  readonly way: readonly { readonly node: string; readonly why: string }[];
}

export const isOptional = ({ rule }: FlowSlot): boolean => rule?.trim().toLowerCase() === 'optional';

/** Hears the user: the answer to the question, and values of any slot. A changed slot clears its dependents (A.2.2). */
export function hearUser(graph: FlowGraph, state: FlowState, text: string): FlowState {
  let next: FlowState = { ...state, heard: [...state.heard, ...tellingWords(text)], pending: null };
  const { pending } = state;
  const unknown = hasNoValue(text);
  const words = new Set(tellingWords(text));
  const found = new Map<string, string | null>();
  const taken = new Map<string, number>();
  for (const [name, { slot }] of graph.slots) {
    const isAsked = pending?.kind === 'slot' && pending.slot === name;
    const values = findValues(slot, text, name);
    const named = tellingWords(name.replaceAll('_', ' ')).some((word) => words.has(word));
    if (isAsked) {
      const own = values[0] ?? (text.trim() === '' ? GIVEN : text.trim());
      const elsewhere = [...graph.slots.keys()].some(
        (other) => other !== name && tellingWords(other.replaceAll('_', ' ')).some((word) => words.has(word)),
      );
      found.set(name, unknown && !(elsewhere && !named && values.length > 0) ? null : own);
      if (values.length > 0) taken.set(groupOf(slot), 1);
      continue;
    }
    if (unknown && named && values.length === 0) {
      found.set(name, null);
      continue;
    }
    // A number alone is ambiguous: it fills a slot that the same text mentions.
    if ((slot.type === 'integer' || slot.type === 'number') && !isNumberOf(name, slot, text)) continue;
    if (next.slots[name] != null && next.slots[name] !== GIVEN && slot.type !== 'categorical') continue;
    // Of two slots of one type, the second takes the second value.
    const at = taken.get(groupOf(slot)) ?? 0;
    const value = values[at];
    if (value === undefined) continue;
    taken.set(groupOf(slot), at + 1);
    found.set(name, value);
  }
  if (pending?.kind === 'answer') {
    const node = graph.nodes.get(pending.node);
    const question = node?.type === 'inform_and_confirm' ? `${node.message} ${node.question ?? ''}` : '';
    const answer = chosenOf(node, words) ?? answerOf(text, question);
    if (answer !== null) next = { ...next, answers: { ...next.answers, [pending.node]: answer } };
  }
  for (const [name, value] of found) next = setSlot(graph, next, name, value);
  return next;
}

/** True if a number is next to the name of the slot, "my PIN is 1234" or "5 guests", and is not a price. */
function isNumberOf(name: string, slot: FlowSlot, text: string): boolean {
  const about = new Set(
    tellingWords(`${name.replaceAll('_', ' ')} ${slot.message ?? ''}`).filter((word) => word !== 'number'),
  );
  const tokens = text.toLowerCase().match(/[$€£]?\d[\d.,]*|[\p{L}]+/gu) ?? [];
  return tokens.some((token, at) => {
    if (!/^\d|^(?:one|two|three|four|five|six|seven|eight|nine|ten)$/.test(token)) return false;
    return tokens.some((word, other) => other >= at - 4 && other <= at + 2 && about.has(word));
  });
}

const groupOf = ({ type, examples }: FlowSlot): string => `${type} ${examples.join('|')}`;

/** For "Shall I do this, or do you want that?", choosing the second means no. */
function chosenOf(node: FlowNode | undefined, words: ReadonlySet<string>): 'no' | null {
  if (node?.type !== 'inform_and_confirm') return null;
  const other = /\?[^?]*$/.test(node.message) ? / or ([^?.]*)\?\s*$/.exec(node.message)?.[1] : undefined;
  if (other === undefined) return null;
  const stems = tellingWords(other)
    .filter((word) => word.length > 3 && !/^(?:would|your|know|want|like)$/.test(word))
    .map((word) => word.slice(0, 5));
  return [...words].some((word) => word.length > 3 && stems.some((stem) => word.startsWith(stem)))
    ? 'no'
    : null;
}

/** Gives a slot a value. A different value clears what depends on it. */
export function setSlot(graph: FlowGraph, state: FlowState, name: string, value: string | null): FlowState {
  const before = state.slots[name];
  const slots = { ...state.slots, [name]: value };
  const node = graph.slots.get(name)?.node.id;
  if (before === undefined || before === null || before === GIVEN || before === value || node === undefined) {
    return { ...state, slots };
  }
  return { ...clearAfter(graph, state, node), slots };
}

/** Clears all results, told values and answers from a node on. */
export function clearAfter(graph: FlowGraph, state: FlowState, node: string): FlowState {
  const gone = graph.reach(node);
  const kept = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(values).filter(([id]) => !gone.has(id)));
  return {
    ...state,
    results: kept(state.results),
    answers: kept(state.answers),
    told: state.told.filter((id) => !gone.has(id)),
  };
}

/**
 * The paper's next action: from the start, the first node that is not done. At each finished node, the edge
 * whose condition holds.
 */
export function nextAction(graph: FlowGraph, state: FlowState, said: string): Walk {
  const way: { node: string; why: string }[] = [];
  let here = graph.start;
  let now = state;
  const seen = new Set<string>();
  while (here !== null) {
    const node = graph.nodes.get(here)!;
    if (seen.has(here)) {
      // A back edge resets everything on it.
      now = clearAfter(graph, now, here);
      if (node.type === 'request') {
        const slots = { ...now.slots };
        for (const name of Object.keys(node.slots)) delete slots[name];
        now = { ...now, slots };
      }
      if (way.length > 4 * graph.nodes.size) break;
    }
    seen.add(here);
    const action = actionAt(graph, node, now);
    if (action) {
      way.push({ node: here, why: action.kind });
      return { action, state: { ...now, at: here }, way };
    }
    const edge = chooseEdge(graph, node, now, said);
    const failed = node.type === 'external_action' && isFailure(now.results[here]);
    way.push({
      node: here,
      why: edge ? (edge.condition ?? 'done') : failed ? 'failed' : 'nothing follows',
    });
    now = { ...now, at: here };
    here = edge?.target ?? null;
  }
  return { action: null, state: now, way };
}

function actionAt(graph: FlowGraph, node: FlowNode, state: FlowState): NextAction | null {
  const { id } = node;
  if (node.type === 'request') {
    const missing = Object.keys(node.slots).some((slot) => state.slots[slot] === null);
    if (
      missing &&
      graph.out(id).some(({ condition }) => condition && conditionKind(condition).about === 'missing')
    ) {
      return null;
    }
    for (const [slot, what] of Object.entries(node.slots)) {
      if (!isOptional(what) && state.slots[slot] === undefined) return { kind: 'ask', node: id, slot };
    }
    const open = Object.keys(node.slots).every((slot) => state.slots[slot] === undefined);
    return node.message !== undefined && open && !state.told.includes(id)
      ? { kind: 'offer', node: id }
      : null;
  }
  if (node.type === 'external_action') return id in state.results ? null : { kind: 'call', node: id };
  return state.told.includes(id) ? null : { kind: 'tell', node: id };
}

/** Returns the first edge whose condition holds, else the one without; not after "no" or a failed function. */
export function chooseEdge(
  graph: FlowGraph,
  node: FlowNode,
  state: FlowState,
  said: string,
): FlowEdge | null {
  const edges = graph.out(node.id);
  // The user's answer was right or wrong; later messages that are neither change nothing.
  const judged = edges.find(
    ({ condition, target }) =>
      state.told.includes(target) && condition && conditionKind(condition).about === 'solution',
  );
  if (judged) return judged;
  for (const edge of edges) {
    const isTaken =
      edge.condition === undefined
        ? goesOn(graph, edge, node, state)
        : holds(graph, edge.condition, node, state, said);
    if (isTaken) return edge;
  }
  return null;
}

function goesOn(graph: FlowGraph, { target }: FlowEdge, node: FlowNode, state: FlowState): boolean {
  if (node.type === 'inform_and_confirm') {
    return state.answers[node.id] !== 'no' || isElseOfNo(graph.out(node.id));
  }
  const result = state.results[node.id];
  if (node.type !== 'external_action' || !isFailure(result)) return true;
  return result !== null && tellsOutcome(graph.nodes.get(target)!);
}

function holds(graph: FlowGraph, condition: string, node: FlowNode, state: FlowState, said: string): boolean {
  const kind = conditionKind(condition);
  const result = state.results[node.id];
  switch (kind.about) {
    case 'answer':
      return state.answers[node.id] === (kind.holds ? 'yes' : 'no');
    case 'nothing-found':
      return result === null;
    case 'result':
      // An empty result is a failure, unless the flow has an edge for it.
      return (
        result !== undefined &&
        (result !== null || !tellsNothingFound(graph.out(node.id))) &&
        isFailure(result) !== kind.holds
      );
    case 'missing':
      return node.type === 'request' && Object.keys(node.slots).some((name) => state.slots[name] === null);
    case 'solution': {
      const right = solutionIn(latestResult(graph, state), said);
      return kind.holds === null ? right === null : right === kind.holds;
    }
    case 'last': {
      const lists = Object.values(latestResult(graph, state) ?? {}).filter(Array.isArray);
      const longest = Math.max(0, ...lists.map(({ length }) => length));
      return longest > 1 && (state.times[node.id] ?? 0) >= longest - 1;
    }
    case 'asked':
    case 'words': {
      const all = kind.about === 'asked' ? state.heard : tellingWords(said);
      const heard = new Set([...all, ...(result ? tellingWords(outcomeOf(result)) : [])]);
      const shared = kind.words.filter((word) => heard.has(word)).length;
      return shared > 0 && 2 * shared >= kind.words.length;
    }
  }
}

/** Returns the latest function result, in the order of the nodes. */
function latestResult(graph: FlowGraph, state: FlowState): FlowResult {
  const ids = [...graph.nodes.keys()].filter((id) => state.results[id] != null);
  return state.results[ids.at(-1) ?? ''] ?? null;
}

/** Returns whether the user gave the answer that the function returned; null if the user knows none. */
function solutionIn(result: FlowResult, said: string): boolean | null {
  if (hasNoValue(said)) return null;
  const answer = Object.entries(result ?? {}).find(([key]) => /answer|solution/i.test(key))?.[1];
  if (answer === undefined) return null;
  const words = tellingWords(String(answer));
  const heard = new Set(tellingWords(said).map((word) => word.slice(0, 5)));
  return words.length > 0 && words.every((word) => heard.has(word.slice(0, 5)));
}
