import type { EncodedTags } from '../retrieval-corpus.ts';
import { POSITIONS } from './context-automaton.ts';
import type { ContextAutomaton } from './context-states.ts';

/** One step of a route: the symbol read, how many turns back, and the result. */
interface ContextStep {
  /** 0 = the position; 1 = the last turn before the answer; … */
  readonly back: number;
  /** 0 = system, 1 = user, 2 = the position */
  readonly role: number;
  /** a symbol id, a position (0, 1, 2), or -1 for a tag that training never saw */
  readonly symbol: number;
  /** `matched`: a transition was taken; `unknown`: the tag is not in the alphabet; `skipped`: no transition. */
  readonly outcome: 'matched' | 'unknown' | 'skipped';
  readonly state: number;
}

export interface ContextRoute {
  /** States from q₀ to the deepest one reached. */
  readonly path: readonly number[];
  readonly steps: readonly ContextStep[];
  /** The state that examples come from: the deepest one on the path with enough support. */
  readonly state: number;
  /** The number of states skipped for lack of support. */
  readonly backedOff: number;
}

/**
 * Routes a history. For each turn, newest first, it takes the first transition in the order of the split whose tag is
 * present, until none is left; tags without a transition are skipped. So a training turn's own history ends in the
 * state that tracks it. Then it goes back along the path to a state with enough support.
 *
 * @param history oldest first; its last turn is the user's
 * @param position system turns before this one
 * @param supportOf the usable turns of a state; |I(q)| unless a dialogue is left out
 */
export function routeContext(
  automaton: ContextAutomaton,
  history: readonly EncodedTags[],
  position: number,
  minimumSupport: number,
  supportOf: (state: number) => number = (state) => automaton.rangeEnds[state] - automaton.rangeStarts[state],
): ContextRoute {
  const steps: ContextStep[] = [];
  const path = [0];
  followContext(automaton, history, position, (back, role, symbol, outcome, state) => {
    if (outcome === 'matched') path.push(state);
    steps.push({ back, role, symbol, outcome, state });
  });
  let kept = path.length - 1;
  while (kept > 0 && supportOf(path[kept]) < minimumSupport) kept--;
  return { path, steps, state: path[kept], backedOff: path.length - 1 - kept };
}

/**
 * Follows a route step by step without storing the steps.
 *
 * @returns the deepest state
 */
export function followContext(
  automaton: ContextAutomaton,
  history: readonly EncodedTags[],
  position: number,
  onStep: (
    back: number,
    role: number,
    symbol: number,
    outcome: ContextStep['outcome'],
    state: number,
  ) => void,
): number {
  const { enteringSymbols } = automaton;
  const first = Math.min(position, POSITIONS - 1);
  const begun = childBy(automaton, 0, 0, [first]);
  let state = Math.max(0, begun);
  onStep(0, 2, first, begun < 0 ? 'skipped' : 'matched', state);
  const left: number[] = [];
  for (let back = 1; back <= history.length; back++) {
    const { role, symbols } = history[history.length - back];
    left.length = 0;
    for (let at = 0; at < symbols.length; at++) left.push(symbols[at]);
    for (;;) {
      const child = childBy(automaton, state, back, left);
      if (child < 0) break;
      state = child;
      left.splice(left.indexOf(enteringSymbols[child]), 1);
      onStep(back, role, enteringSymbols[child], 'matched', state);
    }
    for (const symbol of left) onStep(back, role, symbol, symbol < 0 ? 'unknown' : 'skipped', state);
  }
  return state;
}

/** Returns the first child, in the order of the split, for one of these symbols of a turn; -1 if there is none. */
function childBy(
  { childOffsets, children, enteringBacks, enteringSymbols }: ContextAutomaton,
  state: number,
  back: number,
  symbols: readonly number[],
): number {
  if (symbols.length === 0) return -1;
  for (let at = childOffsets[state]; at < childOffsets[state + 1]; at++) {
    const child = children[at];
    if (enteringBacks[child] === back && symbols.includes(enteringSymbols[child])) return child;
  }
  return -1;
}

/** Returns the number of transitions of the route that a turn shares: 0 … path length - 1. */
export function sharedDepth(automaton: ContextAutomaton, path: readonly number[], turn: number): number {
  const slot = automaton.slots[turn];
  let depth = path.length - 1;
  while (
    depth > 0 &&
    (slot < automaton.rangeStarts[path[depth]] || slot >= automaton.rangeEnds[path[depth]])
  ) {
    depth--;
  }
  return depth;
}
