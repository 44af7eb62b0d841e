import { ROUTE_POLICIES, type RoutePolicy } from '#shared/algorithms/automaton/routing/route.ts';
import { UNTAGGED_TAG } from '#shared/algorithms/overview/one-symbol.ts';
import type { TrackedContext } from '#shared/algorithms/retrieval/context/context-parts.ts';
import { routeContext } from '#shared/algorithms/retrieval/context/context-route.ts';
import { enteringSymbol } from '#shared/algorithms/retrieval/context/context-structure.ts';
import { encodeTags, symbolKey, symbolLookup } from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import { nextTags } from '#shared/algorithms/simulation/next-tags.ts';
import {
  describeOffTheMap,
  describePlace,
  describeSkipped,
  describeUntagged,
  joinTurns,
  type LiveTurn,
  routeLive,
  type VisitedTransition,
} from '#shared/algorithms/simulation/off-the-map.ts';
import { evenly, type TagShares, tagShares, tellingTags } from '#shared/algorithms/simulation/state-names.ts';
import type { Learner } from '#shared/contract/automata.ts';
import type { Simulation } from '#shared/contract/simulator.ts';
import type { AutomatonStructure } from '#shared/domain/automaton.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import { type LoadedAutomaton, ROUTE_SUPPORT } from '../automata/index.ts';

type Place = NonNullable<Simulation['place']>;

export interface ConversationPath {
  readonly policy: RoutePolicy | null;
  readonly state: number;
  readonly path: readonly VisitedTransition[];
  readonly missed: readonly { readonly role: Role; readonly tag: string }[];
  readonly stopped: boolean;
  readonly states: readonly (number | null)[];
  /** The part of each turn that could not be followed. */
  readonly offTheMap: readonly (string | null)[];
  readonly sentences: readonly string[];
}

export interface LiveAutomaton {
  readonly loaded: LoadedAutomaton;
  readonly learner: Learner;
  /**
   * The possible matching rules. Only the paper's automaton has several; the only entry of a context automaton is null.
   */
  readonly policies: readonly (RoutePolicy | null)[];
  policyFor(asked: RoutePolicy): RoutePolicy | null;
  walk(turns: readonly LiveTurn[], policy: RoutePolicy | null): ConversationPath;
  /**
   * Returns the share of a state's transitions with a tag, 0 … 1. Null for a context automaton, which looks backward.
   */
  frequencyFrom(state: number, role: Role): ((tag: string) => number) | null;
  placeOf(state: number): Place;
}

const known = new WeakMap<LoadedAutomaton, LiveAutomaton>();

/** Prepares a loaded automaton for many questions. Names of states are computed on demand. */
export function liveAutomaton(loaded: LoadedAutomaton): LiveAutomaton {
  let live = known.get(loaded);
  if (!live) {
    live = createLive(loaded);
    known.set(loaded, live);
  }
  return live;
}

const POLICIES: Readonly<Record<Learner, readonly (RoutePolicy | null)[]>> = {
  paper: ROUTE_POLICIES,
  context: [null],
  overview: ['resume'],
  dependency: ['resume'],
  merging: ['resume'],
};

function createLive(loaded: LoadedAutomaton): LiveAutomaton {
  const { structure, context } = loaded.view;
  const places = new Map<number, Place>();
  const nameTags = context
    ? contextNames(context)
    : loaded.learner === 'paper'
      ? paperNames(loaded)
      : enteringNames(structure);
  const placeOf = (state: number): Place => {
    let place = places.get(state);
    if (!place) {
      const tags = state === 0 ? [] : nameTags(state);
      place = { state, tags, words: describePlace(state, tags), support: structure.support[state]! };
      places.set(state, place);
    }
    return place;
  };
  const policies = POLICIES[loaded.learner];
  return {
    loaded,
    learner: loaded.learner,
    policies,
    policyFor: (asked) => (policies.includes(asked) ? asked : (policies[0] ?? null)),
    placeOf,
    frequencyFrom: (state, role) => (context ? null : frequencyFrom(loaded, state, role)),
    walk: context
      ? (turns) => walkContext(context, turns, placeOf)
      : (turns, policy) => walkPaper(loaded, turns, policy ?? 'resume', placeOf),
  };
}

function frequencyFrom({ view }: LoadedAutomaton, state: number, role: Role): (tag: string) => number {
  const shares = new Map(
    nextTags(view.structure, state)
      .filter(({ symbol }) => symbol.role === role && symbol.tag !== UNTAGGED_TAG)
      .map(({ symbol, share }) => [symbol.tag, share]),
  );
  return (tag) => Math.max(0, ...view.readTurn(role, [tag]).map((name) => shares.get(name) ?? 0));
}

function walkPaper(
  { view }: LoadedAutomaton,
  turns: readonly LiveTurn[],
  policy: RoutePolicy,
  placeOf: (state: number) => Place,
): ConversationPath {
  const route = routeLive(view.structure, turns, policy, view.readTurn);
  const states: (number | null)[] = turns.map(() => null);
  const offTheMap: (string | null)[] = turns.map(() => null);
  const missed: { role: Role; tag: string }[] = [];
  for (const step of route.steps) {
    for (const turn of step.turns) states[turn] = step.state;
    const { words } = placeOf(step.state);
    // In a turn of several messages, an untagged message adds nothing.
    for (const turn of step.turns)
      if (turns[turn]?.tags.length === 0) offTheMap[turn] = describeUntagged(words);
    const told = describeOffTheMap(step, words);
    const last = step.turns.at(-1);
    if (told !== null && last !== undefined) offTheMap[last] = told;
    for (const { tag } of step.missed) missed.push({ role: step.role, tag });
  }
  const { state, path, stopped } = route;
  // Only the newest turn matters here. If the route stopped earlier, the newest turn says so.
  const last = offTheMap.findLast((_, turn) => turn === turns.length - 1);
  return { policy, state, path, missed, stopped, states, offTheMap, sentences: last ? [last] : [] };
}

/** Routes the history up to the last user turn, because a context automaton describes the moment before an answer. */
function walkContext(
  context: TrackedContext,
  turns: readonly LiveTurn[],
  placeOf: (state: number) => Place,
): ConversationPath {
  const lastUser = turns.findLastIndex(({ role }) => role === 'user');
  // A turn joins consecutive messages of one side, whether typed or generated.
  const joined = joinTurns(turns.slice(0, lastUser + 1).map((turn) => ({ ...turn, forced: false })));
  const tagsOf = (own: readonly number[]) => [...new Set(own.flatMap((turn) => turns[turn]?.tags ?? []))];
  const lookup = symbolLookup(context.symbols);
  const idOf = (role: Role, tag: string): number => lookup.get(symbolKey(role, tag)) ?? -1;
  const history = joined.map(({ role, turns: own }) => encodeTags(lookup, { role, tags: tagsOf(own) }));
  const position = joined.filter(
    ({ role }, at) => at > 0 && role === 'system' && joined[at - 1]?.role === 'user',
  ).length;
  const route = routeContext(context.automaton, history, position, ROUTE_SUPPORT);
  const turnOf = (back: number): number =>
    back === 0 ? Math.max(0, lastUser) : (joined[joined.length - back]?.turns.at(-1) ?? 0);
  const path = route.path.slice(1).map((state) => ({
    state,
    symbol: enteringSymbol(context, state),
    turn: turnOf(context.automaton.enteringBacks[state]!),
  }));
  const matched = new Set(
    route.steps.filter(({ outcome }) => outcome === 'matched').map(({ back, symbol }) => `${back} ${symbol}`),
  );
  const states: (number | null)[] = turns.map(() => null);
  const offTheMap: (string | null)[] = turns.map(() => null);
  const skipped: { role: Role; tag: string; known: boolean }[] = [];
  joined.forEach(({ role, turns: own }, at) => {
    const back = joined.length - at;
    const left = tagsOf(own)
      .filter((tag) => !matched.has(`${back} ${idOf(role, tag)}`))
      .map((tag) => ({ role, tag, known: idOf(role, tag) !== -1 }));
    skipped.push(...left);
    const turn = own.at(-1);
    if (left.length > 0 && turn !== undefined) offTheMap[turn] = describeSkipped(left, '', 0).join(' ');
  });
  if (lastUser >= 0) states[lastUser] = route.state;
  return {
    policy: null,
    state: route.state,
    path,
    missed: skipped.map(({ role, tag }) => ({ role, tag })),
    stopped: false,
    states,
    offTheMap,
    sentences: [
      ...(lastUser >= 0 && offTheMap[lastUser] ? [offTheMap[lastUser]] : []),
      ...describeSkipped([], placeOf(route.state).words, route.backedOff),
    ],
  };
}

/** Enough dialogues for all common tags, but few enough for a quick answer. */
const SAMPLE_OF_ALL = 1500;
const SAMPLE_OF_STATE = 300;

/** Names each state by the tag that leads to it, for pictures with one tag per turn. */
function enteringNames({ symbols, transitionSymbols, transitionTargets }: AutomatonStructure) {
  return (state: number): string[] => {
    const at = transitionTargets.indexOf(state);
    return at === -1 ? [] : [symbols[transitionSymbols[at]!]!.tag];
  };
}

function paperNames({ view }: LoadedAutomaton): (state: number) => string[] {
  let all: TagShares | null = null;
  return (state) => {
    all ??= tagShares(
      evenly(view.structure.dialogueCount, SAMPLE_OF_ALL).map((dialogue) =>
        view.visitsOf(dialogue).map(({ symbol }) => symbol.tag),
      ),
    );
    const dialogues = view.dialoguesAtState(state);
    const here = tagShares(
      evenly(dialogues.length, SAMPLE_OF_STATE).map((at) => {
        const visits = view.visitsOf(dialogues[at]!);
        const last = visits.findLastIndex((visit) => visit.state === state);
        return visits.slice(0, last + 1).map(({ symbol }) => symbol.tag);
      }),
    );
    return tellingTags(here, all);
  };
}

/** Names each state of a tree by the last two tags that lead to it, or by its position. */
function contextNames(context: TrackedContext): (state: number) => string[] {
  const { automaton, symbols } = context;
  return (state) => {
    const names: string[] = [];
    for (let at = state; at > 0 && names.length < 2; at = automaton.parents[at]!) {
      if (automaton.enteringBacks[at] === 0) {
        if (names.length === 0) names.push(enteringSymbol(context, at).tag);
        continue;
      }
      const { tag } = symbols[automaton.enteringSymbols[at]!]!;
      if (!names.includes(tag)) names.unshift(tag);
    }
    return names;
  };
}
