import { append } from '../../../domain/append.ts';
import { ROLE_NAMES, ROLES } from '../../../domain/dialogue.ts';
import { formatCount, formatPart, formatShare } from '../../../domain/figure-text.ts';
import { isUnnamed, OTHER_TAG } from '../../overview/one-symbol.ts';
import { type DrawnAutomaton, isUncertain } from '../drawn-automaton.ts';
import { printableTag, spokenTag } from '../labels/label-text.ts';
import type { ShownTransitions } from '../shown/bundles.ts';
import type { Visibility } from '../shown/visible.ts';

/** "agent", "customer", or "start" for q₀. */
export function roleName(automaton: DrawnAutomaton, state: number): string {
  const role = ROLES[automaton.states.roles[state]];
  return role === undefined ? 'start' : ROLE_NAMES[role];
}

function dialogues(count: number): string {
  return count === 1 ? '1 dialogue' : `${formatCount(count)} dialogues`;
}

export function describeState(automaton: DrawnAutomaton, state: number): string {
  const { support, ends, merged, phases, within, certainty } = automaton.states;
  if (state === 0) return describeStart(automaton);
  const folded = within?.[state] ?? 0;
  const share = formatShare(automaton.dialogues > 0 ? support[state] / automaton.dialogues : 0, {
    rough: true,
  });
  const name = stateName(automaton, state);
  const what =
    folded > 0
      ? `${name}, a group of ${formatCount(folded)} states`
      : `${name} (${roleName(automaton, state)}, state ${state})`;
  const [strongest] = sourcesOf(automaton, state);
  const reach = `${dialogues(support[state])} ${support[state] === 1 ? 'reaches' : 'reach'} this state (${share})`;
  const parts = [
    `${what}: ${reach}`,
    ends[state] > 0 ? `${formatCount(ends[state])} ${ends[state] === 1 ? 'ends' : 'end'} here` : null,
    strongest ? comeFrom(automaton, strongest) : null,
    phases?.[state] && folded === 0 ? `phase ${phases[state]}` : null,
    merged[state] > 1 ? `${formatCount(merged[state])} states of the tag tree are merged` : null,
    ...(isUncertain(certainty, state) ? foundAgain(certainty, state) : []),
  ];
  return `${parts.filter((part) => part !== null).join('; ')}.`;
}

/** "Start: 720 dialogues; 133 begin with a turn that is left out of the graph." */
function describeStart(automaton: DrawnAutomaton): string {
  const { from, main, leftOut = 0, support } = automaton.transitions;
  const all = automaton.dialogues;
  // Transitions from the start count each dialogue once only if no turn is left out and each is one transition.
  const begun =
    main === undefined || leftOut > 0
      ? all
      : Array.from(from).reduce((sum, state, at) => (state === 0 ? sum + support[at] : sum), 0);
  const others = all - begun;
  if (others <= 0) return `Start: ${dialogues(all)}.`;
  return `Start: ${dialogues(all)}; ${formatCount(others)} ${others === 1 ? 'begins' : 'begin'} with a turn that is left out of the graph.`;
}

export function stateName(automaton: DrawnAutomaton, state: number): string {
  if (state === 0) return 'Start';
  const given = automaton.states.names?.[state];
  if (given) return printableTag(given);
  const { symbol, support } = automaton.transitions;
  const [first, ...others] = transitionsInto(automaton, state);
  if (first === undefined) return `state ${state}`;
  const strongest = others.reduce(
    (best, transition) => (support[transition] > support[best] ? transition : best),
    first,
  );
  return tagText(automaton, symbol[strongest]);
}

/** Returns a tag as a picture shows it. */
export function tagText({ symbols, transitions }: DrawnAutomaton, symbol: number): string {
  const own = symbols[symbol];
  // Earlier versions drew them; elsewhere it is a tag like any other.
  return transitions.main !== undefined && own.tag === OTHER_TAG ? RARE_MOVES : spokenTag(own.tag);
}

const RARE_MOVES = 'rarer moves';

/** True for states of turns without a move, or with an unknown move. */
export function isUnnamedState(automaton: DrawnAutomaton, state: number): boolean {
  const { main, symbol } = automaton.transitions;
  if (main === undefined || (automaton.states.within?.[state] ?? 0) > 0) return false;
  const [first] = transitionsInto(automaton, state);
  if (first === undefined) return false;
  return isUnnamed(automaton.symbols[symbol[first]].tag);
}

/** Cached per automaton, because a scene describes each of its states. */
const intoStates = new WeakMap<object, ReadonlyMap<number, readonly number[]>>();

/** Indices of incoming transitions, ascending. The first call per automaton takes O(transitions). */
function transitionsInto({ transitions }: DrawnAutomaton, state: number): readonly number[] {
  let into = intoStates.get(transitions);
  if (!into) {
    const built = new Map<number, number[]>();
    for (let transition = 0; transition < transitions.to.length; transition++) {
      append(built, transitions.to[transition], transition);
    }
    into = built;
    intoStates.set(transitions, into);
  }
  return into.get(state) ?? [];
}

function comeFrom(
  automaton: DrawnAutomaton,
  { source, dialogues: count }: { source: number; dialogues: number },
): string {
  if (source === 0) return `${formatCount(count)} ${count === 1 ? 'begins' : 'begin'} here`;
  return `${formatCount(count)} ${count === 1 ? 'comes' : 'come'} from ${stateName(automaton, source)}`;
}

/** Returns the states before a state with the distinct dialogues from each, most first. Omits uncounted pairs. */
function sourcesOf(automaton: DrawnAutomaton, state: number) {
  const { from, support, together } = automaton.transitions;
  const by = new Map<number, number[]>();
  for (const transition of transitionsInto(automaton, state)) {
    if (from[transition] === state || from[transition] < 0) continue;
    append(by, from[transition], transition);
  }
  return [...by]
    .flatMap(([source, [transition, ...others]]) => {
      const dialogues = others.length === 0 ? support[transition] : together?.[transition];
      return dialogues === undefined ? [] : [{ source, dialogues }];
    })
    .sort((a, b) => b.dialogues - a.dialogues || a.source - b.source);
}

export function describeTransition(automaton: DrawnAutomaton, transition: number): string {
  const symbol = automaton.symbols[automaton.transitions.symbol[transition]];
  const { support, certainty } = automaton.transitions;
  return [
    tagText(automaton, automaton.transitions.symbol[transition]),
    ROLE_NAMES[symbol.role],
    dialogues(support[transition]),
    ...(isUncertain(certainty, transition) ? foundAgain(certainty, transition) : []),
  ].join(', ');
}

const foundAgain = (certainty: ArrayLike<number> | undefined, at: number): string[] =>
  certainty === undefined
    ? []
    : [`uncertain: appears in ${certainty[at]} % of graphs learned from parts of the dialogues`];

/** Returns "59 of 213 states and 86 of 275 transitions are shown; 78 % of dialogues visit hidden states". */
export function describeShown({
  visibility: { shown, hiddenCount, hiddenShare, shareIsExact },
  transitions,
}: {
  readonly visibility: Visibility;
  readonly transitions: ShownTransitions;
}): string {
  const states = shown.length;
  const part = `${shownPart(states - hiddenCount, states, 'state')} and ${shownPart(transitions.shown, transitions.all, 'transition')} are shown`;
  // A bound that includes everything is useless.
  if (hiddenCount === 0 || (!shareIsExact && hiddenShare >= 1)) return sentence(part);
  const hidden = hiddenCount === 1 ? 'the hidden state' : 'hidden states';
  const share = formatShare(hiddenShare, { rough: true });
  return sentence(
    hiddenShare === 0
      ? `${part}; no dialogue visits ${hidden}`
      : `${part}; ${shareIsExact ? '' : 'at most '}${share} of dialogues visit ${hidden}`,
  );
}

/** "86 of 275 transitions", "all 275 transitions" */
const shownPart = (shown: number, all: number, one: string): string =>
  `${shown === all && all > 1 ? 'all ' : ''}${formatPart(shown, all, one)}`;

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

export const describeCover = (cover: number): string =>
  cover >= 100 ? 'all transitions' : `the most common transitions (${cover} % of dialogues take only these)`;
