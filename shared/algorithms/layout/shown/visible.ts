import { type Cover, type DrawnAutomaton, type Outgoing, outgoingOf } from '../drawn-automaton.ts';

export interface VisibleFilter {
  /** The least |I(q)| of a shown state. */
  readonly minSupport: number;
  /** The largest depth of a shown state, which is the least number of transitions from q₀. */
  readonly maxDepth: number;
  /** States to show at any support and depth, if shown states lead to them. */
  readonly revealed?: readonly number[];
  /** Shows exactly these states at any support and depth, if shown states lead to them. */
  readonly only?: readonly number[];
  /** Draws the strongest transitions for a share of the dialogues, instead of the main transitions. */
  readonly cover?: Cover;
  /** Phases whose states are drawn as one box; see `foldBoxes`. */
  readonly closed?: readonly string[];
  /** Chains are drawn as one edge; see `foldChains`. */
  readonly chains?: boolean;
}

export interface Visibility {
  readonly shown: Uint8Array;
  readonly shownCount: number;
  /** Number of hidden states. States in a shown box are not hidden. */
  readonly hiddenCount: number;
  /** Share (0 … 1) of dialogues that visit hidden states. An upper bound unless `shareIsExact`; 1 if unknown. */
  readonly hiddenShare: number;
  readonly shareIsExact: boolean;
}

/** Returns q₀ and every state that passes the filter and is reached through shown states. O(states + transitions). */
export function visibleStates(
  automaton: DrawnAutomaton,
  filter: VisibleFilter,
  outgoing: Outgoing = outgoingOf(automaton, filter.cover),
): Visibility {
  const { support, depths } = automaton.states;
  const stateCount = support.length;
  const revealed = new Uint8Array(stateCount);
  for (const state of filter.revealed ?? []) revealed[state] = 1;
  const only = filter.only && new Set(filter.only);
  const shown = new Uint8Array(stateCount);
  const queue = new Int32Array(stateCount);
  let queued = 0;
  if (stateCount > 0) {
    shown[0] = 1;
    queue[queued++] = 0;
  }
  for (let head = 0; head < queued; head++) {
    const state = queue[head];
    for (let slot = outgoing.offsets[state]; slot < outgoing.offsets[state + 1]; slot++) {
      const target = automaton.transitions.to[outgoing.transitions[slot]];
      if (shown[target]) continue;
      const passes = support[target] >= filter.minSupport && depths[target] <= filter.maxDepth;
      if (only ? !only.has(target) : !passes && !revealed[target]) continue;
      shown[target] = 1;
      queue[queued++] = target;
    }
  }
  const { within } = automaton.states;
  const standing = shown.reduce(
    (sum, isShown, state) => sum + isShown * Math.max(1, within?.[state] ?? 1),
    0,
  );
  return {
    shown,
    shownCount: queued,
    hiddenCount: stateCount - standing,
    ...shareLeaving(automaton, shown),
  };
}

/** Used if the share of dialogues at hidden states is unknown or must not be shown. */
const UNKNOWN_SHARE = { hiddenShare: 1, shareIsExact: false } as const;

export const shownStates = ({ shown }: Visibility): number[] =>
  Array.from(shown, (isShown, state) => (isShown === 1 ? state : -1)).filter((state) => state >= 0);

/** Adds the share of dialogues at hidden states; a `leaving` of null means unknown or not to be shown. */
export const withLeaving = (
  visibility: Visibility,
  leaving: number | null,
  { dialogues }: Pick<DrawnAutomaton, 'dialogues'>,
): Visibility => ({
  ...visibility,
  ...(leaving === null || dialogues === 0
    ? UNKNOWN_SHARE
    : { hiddenShare: leaving / dialogues, shareIsExact: true }),
});

function shareLeaving(
  automaton: DrawnAutomaton,
  shown: Uint8Array,
): { hiddenShare: number; shareIsExact: boolean } {
  const { from, to, support, leftOut = 0 } = automaton.transitions;
  if (leftOut > 0) return UNKNOWN_SHARE;
  const entering = new Map<number, number>();
  let comesBack = false;
  let least = 0;
  for (let index = 0; index < from.length; index++) {
    const target = to[index];
    if (shown[from[index]] && !shown[target]) {
      entering.set(target, (entering.get(target) ?? 0) + support[index]);
      least = Math.max(least, support[index]);
    }
    if (!shown[from[index]] && shown[target]) comesBack = true;
  }
  let most = 0;
  for (const [state, count] of entering) most += Math.min(count, automaton.states.support[state]);
  most = Math.min(most, automaton.dialogues);
  return {
    hiddenShare: automaton.dialogues > 0 ? most / automaton.dialogues : 0,
    shareIsExact: !comesBack || most === least,
  };
}

/** An automaton with more states than this opens with only `OPENING_STATES` of them. */
const MOST_SHOWN_WHOLE = 60;
const OPENING_STATES = 24;

/**
 * Returns the smallest support (at least 1) that shows at most `limit` states. If it shows less than a third of the
 * limit, the next lower support may show up to twice the limit.
 */
export function openingSupport(
  automaton: DrawnAutomaton,
  limit = automaton.states.support.length <= MOST_SHOWN_WHOLE ? MOST_SHOWN_WHOLE : OPENING_STATES,
): number {
  const { support } = automaton.states;
  if (support.length <= limit) return 1;
  const outgoing = outgoingOf(automaton);
  const countAt = (minSupport: number): number =>
    visibleStates(automaton, { minSupport, maxDepth: Number.POSITIVE_INFINITY }, outgoing).shownCount;
  const distinct = new Set<number>();
  for (let state = 1; state < support.length; state++) distinct.add(support[state]);
  const ascending = [...distinct].sort((first, second) => first - second);
  // The shown set grows as the support falls, so bisection finds the first level that fits.
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (countAt(ascending[middle]) <= limit) high = middle;
    else low = middle + 1;
  }
  const fitting = low < ascending.length ? ascending[low] : ascending[ascending.length - 1] + 1;
  const below = low > 0 ? ascending[low - 1] : fitting;
  const tooBare = countAt(fitting) * 3 < limit && countAt(below) <= 2 * limit;
  return Math.max(1, tooBare ? below : fitting);
}

/** The fewest dialogues of a shown state or transition; `automaton.dialogues` if only q₀ is shown. */
export function leastShown(automaton: DrawnAutomaton, shown: Uint8Array): number {
  const { from, to, support } = automaton.transitions;
  let least = automaton.dialogues;
  for (let state = 1; state < shown.length; state++) {
    if (shown[state] === 1) least = Math.min(least, automaton.states.support[state]);
  }
  for (let index = 0; index < from.length; index++) {
    if (shown[from[index]] === 1 && shown[to[index]] === 1) least = Math.min(least, support[index]);
  }
  return least;
}
