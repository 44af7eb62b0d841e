import type { Role } from '../../../domain/dialogue.ts';
import { tellingWords } from '../conditions.ts';
import { type FlowGraph, templateSlots } from '../flow-graph.ts';
import type { FlowResult } from '../results.ts';
import { hearByModel, type SlotReading } from '../running/model-slots.ts';
import { GIVEN } from './follow-flow.ts';
import {
  type FlowReply,
  type Follower,
  followSystem,
  followUser,
  predictReply,
  type Step,
  startFollowing,
  stepsByLabel,
} from './predict-reply.ts';

interface ReplyValues {
  readonly result: FlowResult | undefined;
  readonly slots: Readonly<Record<string, string | null>>;
  /** The number of earlier replies of this kind, to choose the list item to report. */
  readonly piece: number;
  /** Returns true for names whose placeholder stays if they have no value; by default none does. */
  readonly stays?: (name: string) => boolean;
}

/** Fills a template. `[slot]` becomes the most similar field of the answer, or else the slot's value, or nothing. */
export function fillReply(message: string, values: ReplyValues): string {
  let filled = message;
  for (const name of new Set(templateSlots(message))) {
    const value = valueFor(name, values);
    if (value === undefined && values.stays?.(name)) continue;
    filled =
      value === undefined
        ? filled.replaceAll(new RegExp(` ?\\[${name}\\]`, 'g'), '')
        : filled.replaceAll(`[${name}]`, () => value);
  }
  return filled.trim();
}

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/s$/, ''))
    .filter((word) => word !== '');

function valueFor(name: string, { result, slots, piece }: ReplyValues): string | undefined {
  const wanted = wordsOf(name);
  let best: unknown;
  let most = 0;
  for (const [key, value] of Object.entries(result ?? {})) {
    if (value === null || value === '' || key === 'APIName') continue;
    const have = wordsOf(key);
    const shared = wanted.filter((word) => have.includes(word)).length;
    const share = (2 * shared) / (wanted.length + have.length);
    if (share > most) [best, most] = [value, share];
  }
  const said = slots[name];
  if (most < 1 && said != null && said !== GIVEN) return said;
  if (most === 0) return undefined;
  if (!Array.isArray(best)) return String(best);
  // The steps of a list are sent one at a time. Any other list is sent as a whole.
  return isInPieces(name) ? String(best[Math.min(piece, best.length - 1)]) : best.join(' and ');
}

export interface TrackedFlow {
  readonly graph: FlowGraph;
  readonly steps: ReadonlyMap<string, Step>;
  readonly topics: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
}

export interface FlowTurn {
  readonly role: Role;
  readonly text: string;
  /** The label of the system's turn in the transcript; null if it has none, and for users. */
  readonly label: string | null;
  /** The function result just before the turn; undefined if none was called. */
  readonly result: FlowResult | undefined;
}

/** The information available before a system turn. */
export interface Moment {
  readonly turn: number;
  readonly flow: TrackedFlow | null;
  readonly follower: Follower | null;
  readonly reply: FlowReply | null;
  readonly answer: string;
  /** The labels of the system's turns so far, the last one first; null for turns without a label. */
  readonly before: readonly (string | null)[];
  readonly said: string;
  readonly given: FlowResult | undefined;
  readonly spoken: string;
}

const stem = (word: string): string => word.slice(0, 5);

export function trackedFlow(graph: FlowGraph): TrackedFlow {
  const { name, description, functions } = graph.flow;
  const about = `${name} ${description ?? ''} ${[...graph.slots.keys()].join(' ')}`.replaceAll('_', ' ');
  return {
    graph,
    steps: stepsByLabel(graph),
    topics: new Set(tellingWords(about).map(stem)),
    functions: new Set(functions.map((own) => own.name)),
  };
}

/**
 * Predicts the reply of the active flow before every agent turn of a transcript. The flow whose function was called
 * last, or whose step came last, is active. At first, it is the flow that best matches the user's words.
 * @param hideResults hides function results until the turn that states them
 * @param readings slots that a model read before agent turns, by turn; without them, values are found by type
 */
export function* trackFlows(
  flows: readonly TrackedFlow[],
  turns: readonly FlowTurn[],
  {
    hideResults = false,
    readings = NO_READINGS,
  }: { readonly hideResults?: boolean; readonly readings?: ReadonlyMap<number, SlotReading> } = {},
): Generator<Moment, void> {
  const followers = new Map(flows.map((flow) => [flow, startFollowing(flow.graph)]));
  let active: TrackedFlow | null = flows.length === 1 ? flows[0]! : null;
  let said = '';
  const before: (string | null)[] = [];
  let spoken = '';
  for (const [turn, { role, text, label, result }] of turns.entries()) {
    if (role === 'user') {
      said = said === '' ? text : `${said} ${text}`;
      continue;
    }
    const given = hideResults ? undefined : result;
    if (flows.length > 1) active = chooseFlow(flows, active, followers, said, given);
    let follower = active && hearAt(active.graph, followers.get(active)!, said, readings.get(turn));
    const reply = active && follower && predictReply(active.graph, follower, hideResults ? 'hidden' : given);
    const answer = active && reply && follower ? sayReply(active.graph, reply, follower, given) : '';
    yield { turn, flow: active, follower, reply, answer, before: [...before], said, given, spoken };

    if (label !== null && active && !active.steps.has(label)) {
      const other = flows.find(({ steps }) => steps.has(label));
      if (other && other !== active) {
        active = other;
        follower = followUser(other.graph, followers.get(other)!, said);
      }
    }
    if (active && follower) {
      const step = label === null ? null : (active.steps.get(label) ?? null);
      followers.set(active, followSystem(active.graph, follower, step, label, result));
    }
    before.unshift(label);
    said = '';
    spoken = text;
  }
}

const NO_READINGS: ReadonlyMap<number, SlotReading> = new Map();

function hearAt(
  graph: FlowGraph,
  before: Follower,
  said: string,
  reading: SlotReading | undefined,
): Follower {
  const typed = followUser(graph, before, said);
  if (!reading) return typed;
  const state = hearByModel(graph, before.state, said, reading);
  const { pending } = before.state;
  const answer = pending?.kind === 'answer' ? typed.state.answers[pending.node] : undefined;
  if (pending?.kind !== 'answer' || answer === undefined) return { ...typed, state };
  return { ...typed, state: { ...state, answers: { ...state.answers, [pending.node]: answer } } };
}

/** True for the placeholder of a list whose items are told one at a time. */
const isInPieces = (name: string): boolean => /step|instruction/.test(name);

/**
 * Returns the number of list items before the one that a node tells. Nodes with the same placeholder share the list.
 * Another placeholder with fewer items so far, such as `[detailed_step]`, tells more about the item told last.
 */
function pieceOf(graph: FlowGraph, { state: { times } }: Follower, message: string): number {
  const told = new Map<string, number>();
  for (const node of graph.nodes.values()) {
    const [list] = 'message' in node ? templateSlots(node.message ?? '').filter(isInPieces) : [];
    if (list !== undefined) told.set(list, (told.get(list) ?? 0) + (times[node.id] ?? 0));
  }
  const own = told.get(templateSlots(message).find(isInPieces) ?? '') ?? 0;
  const most = Math.max(0, ...told.values());
  return own < most ? most - 1 : own;
}

export function sayReply(
  graph: FlowGraph,
  reply: Pick<FlowReply, 'message'>,
  follower: Follower,
  given: FlowResult | undefined,
  stays?: (name: string) => boolean,
): string {
  const piece = given === undefined ? pieceOf(graph, follower, reply.message) : 0;
  const result = given ?? follower.result;
  return fillReply(reply.message, { result, slots: follower.state.slots, piece, ...(stays && { stays }) });
}

function chooseFlow(
  flows: readonly TrackedFlow[],
  active: TrackedFlow | null,
  followers: ReadonlyMap<TrackedFlow, Follower>,
  said: string,
  result: FlowResult | undefined,
): TrackedFlow | null {
  const name = result?.APIName;
  const asked = typeof name === 'string' ? flows.find(({ functions }) => functions.has(name)) : undefined;
  if (asked) return asked;
  const last = active && followers.get(active)?.lastLabel;
  const open =
    active === null || last === null || (last !== undefined && /^(?:hello|anything_else)$|bye/.test(last));
  if (!open) return active;
  const words = tellingWords(said).map(stem);
  let best = active;
  let most = 0;
  for (const flow of flows) {
    const score = words.filter((word) => flow.topics.has(word)).length;
    if (score > most) [best, most] = [flow, score];
  }
  return best ?? flows[0] ?? null;
}
