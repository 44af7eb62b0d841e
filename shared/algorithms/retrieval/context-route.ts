import { type ContextAutomaton, POSITIONS } from './context-automaton.ts';
import type { EncodedRound } from './retrieval-corpus.ts';

/** One step of a route: what was read, how many rounds back, and what became of it. */
export interface ContextStep {
  /** 0 = the position; 1 = the last round before the answer; … */
  readonly back: number;
  /** 0 = system, 1 = user, 2 = the position */
  readonly role: number;
  /** a symbol id, a position (0, 1, 2), or -1 for a tag that training never saw */
  readonly symbol: number;
  /** `matched`: a transition was taken; `unknown`: the tag is not in the alphabet; `skipped`: no transition. */
  readonly outcome: 'matched' | 'unknown' | 'skipped';
  /** The state after the step. */
  readonly state: number;
}

export interface ContextRoute {
  /** States from q₀ to the deepest one reached. */
  readonly path: readonly number[];
  readonly steps: readonly ContextStep[];
  /** Where examples are taken from: the deepest state of the path with enough support. */
  readonly state: number;
  /** How many states were given up for lack of support. */
  readonly backedOff: number;
}

/**
 * Routes a history: per round, newest first, the first transition in the order of the split whose tag is
 * present, until none is left; tags without a transition are skipped. A training turn's own history therefore
 * ends in the state that tracks it. Then back along the path to a state with enough support.
 *
 * @param history oldest first; its last round is the user's
 * @param position system turns before this one
 * @param supportOf turns of a state that may be used; |I(q)| unless a dialogue is left out
 */
export function routeContext(
  automaton: ContextAutomaton,
  history: readonly EncodedRound[],
  position: number,
  minimumSupport: number,
  supportOf: (state: number) => number = (state) => automaton.rangeEnds[state] - automaton.rangeStarts[state],
): ContextRoute {
  const steps: ContextStep[] = [];
  const path = [0];
  let state = 0;
  const first = Math.min(position, POSITIONS - 1);
  const begun = childBy(automaton, state, 0, (symbol) => symbol === first);
  if (begun >= 0) {
    state = begun;
    path.push(begun);
  }
  steps.push({ back: 0, role: 2, symbol: first, outcome: begun >= 0 ? 'matched' : 'skipped', state });

  for (let back = 1; back <= history.length; back++) {
    const round = history[history.length - back];
    const left = new Set<number>(round.symbols);
    for (;;) {
      const child = childBy(automaton, state, back, (symbol) => left.has(symbol));
      if (child < 0) break;
      state = child;
      path.push(child);
      const symbol = automaton.enteringSymbols[child];
      left.delete(symbol);
      steps.push({ back, role: round.role, symbol, outcome: 'matched', state });
    }
    for (const symbol of left) {
      steps.push({ back, role: round.role, symbol, outcome: symbol < 0 ? 'unknown' : 'skipped', state });
    }
  }
  let kept = path.length - 1;
  while (kept > 0 && supportOf(path[kept]) < minimumSupport) kept--;
  return { path, steps, state: path[kept], backedOff: path.length - 1 - kept };
}

function childBy(
  automaton: ContextAutomaton,
  state: number,
  back: number,
  matches: (symbol: number) => boolean,
): number {
  for (let at = automaton.childOffsets[state]; at < automaton.childOffsets[state + 1]; at++) {
    const child = automaton.children[at];
    if (automaton.enteringBacks[child] === back && matches(automaton.enteringSymbols[child])) return child;
  }
  return -1;
}

/** How many transitions of the route a turn shares: 0 … path length - 1. */
export function sharedDepth(automaton: ContextAutomaton, path: readonly number[], turn: number): number {
  const place = automaton.places[turn];
  let depth = path.length - 1;
  while (
    depth > 0 &&
    (place < automaton.rangeStarts[path[depth]] || place >= automaton.rangeEnds[path[depth]])
  ) {
    depth--;
  }
  return depth;
}
