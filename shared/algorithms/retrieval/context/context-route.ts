import type { SymbolInfo } from '../../../domain/symbols.ts';
import type { StopKind } from '../../automaton/routing/route.ts';
import { matchSymbols } from '../../automaton/tree/corpus-change.ts';
import { type EncodedTags, type ReplyCorpus, replyPositions } from '../retrieval-corpus.ts';
import { POSITIONS } from './context-automaton.ts';
import { CONTEXT_DEFAULTS, type ContextAutomaton } from './context-states.ts';

/** One step of a route: the symbol, how many turns back, and the result. */
interface ContextStep {
  /** 0 = the position; 1 = the last turn before the answer; … */
  readonly back: number;
  /** 0 = system, 1 = user, 2 = the position */
  readonly role: number;
  /** a symbol id, a position (0, 1, 2), or -1 for a tag that no training dialogue has */
  readonly symbol: number;
  /** `matched`: took a transition; `unknown`: no such tag in the alphabet; `skipped`: no transition. */
  readonly outcome: 'matched' | 'unknown' | 'skipped';
  readonly state: number;
}

export interface ContextRoute {
  readonly path: readonly number[];
  readonly steps: readonly ContextStep[];
  readonly state: number;
  /** The number of states skipped for lack of support. */
  readonly backedOff: number;
}

/**
 * Routes a history, newest turn first. Of each turn's tags, it follows those with a transition and skips the others. It
 * then backs off from the deepest state to the nearest earlier one with enough support.
 * @param history oldest first; its last turn is the user's
 * @param position system turns before this one
 * @param supportOf the usable turns of a state; default |I(q)|
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

/** Returns the deepest state of a route, without storing its steps. */
function followContext(
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

/** Returns the first child, in split order, for one of a turn's symbols; -1 if there is none. */
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

/** Returns how many transitions of a route a training turn has taken, too: 0 … path length - 1. */
export function sharedDepth(automaton: ContextAutomaton, path: readonly number[], reply: number): number {
  const slot = automaton.slots[reply];
  let depth = path.length - 1;
  while (
    depth > 0 &&
    (slot < automaton.rangeStarts[path[depth]] || slot >= automaton.rangeEnds[path[depth]])
  ) {
    depth--;
  }
  return depth;
}

interface ContextReach {
  readonly answers: number;
  /** Turns in their histories, at most `lookedBack` each. */
  readonly turns: number;
  readonly turnsFollowed: number;
  readonly stops: Readonly<Record<StopKind, number>>;
  /** Number of histories by how many turns back that tag is: index 0 is the last turn before the answer. */
  readonly stopsByTurn: readonly number[];
  readonly endedInSmallState: number;
}

/** Routes the history of every answer in unseen dialogues. `alphabet` is that of the training corpus. */
export function measureContextReach(
  automaton: ContextAutomaton,
  alphabet: readonly SymbolInfo[],
  dialogues: ReplyCorpus,
  smallSupport: number,
  lookedBack = CONTEXT_DEFAULTS.turns,
): ContextReach {
  const { turnRoles, turnOffsets, replyDialogues, replyTurns } = dialogues;
  const symbolOf = matchSymbols(dialogues.symbols, alphabet);
  const positions = replyPositions(dialogues);
  const symbolIds = dialogues.symbolIds.map((symbol) => symbolOf[symbol]);
  const encoded: EncodedTags[] = [];
  for (let turn = 0; turn < turnRoles.length; turn++) {
    const symbols = symbolIds.subarray(dialogues.symbolOffsets[turn], dialogues.symbolOffsets[turn + 1]);
    encoded.push({ role: turnRoles[turn], symbols });
  }
  const stops: Record<StopKind, number> = { 'end-of-dialogue': 0, 'no-transition': 0, 'unknown-tag': 0 };
  const stopsByTurn: number[] = [];
  let turns = 0;
  let turnsFollowed = 0;
  let endedInSmallState = 0;
  let missedBack = 0;
  let missed: StopKind = 'end-of-dialogue';
  const onStep: Parameters<typeof followContext>[3] = (back, _role, _symbol, outcome) => {
    if (missedBack > 0 || back === 0 || outcome === 'matched') return;
    missedBack = back;
    missed = outcome === 'unknown' ? 'unknown-tag' : 'no-transition';
  };
  for (let reply = 0; reply < replyTurns.length; reply++) {
    const end = replyTurns[reply];
    const start = Math.max(turnOffsets[replyDialogues[reply]], end - lookedBack);
    missedBack = 0;
    missed = 'end-of-dialogue';
    const deepest = followContext(automaton, encoded.slice(start, end), positions[reply], onStep);
    if (automaton.rangeEnds[deepest] - automaton.rangeStarts[deepest] < smallSupport) endedInSmallState++;
    turns += end - start;
    turnsFollowed += missedBack > 0 ? missedBack - 1 : end - start;
    stops[missed]++;
    if (missedBack === 0) continue;
    while (stopsByTurn.length < missedBack) stopsByTurn.push(0);
    stopsByTurn[missedBack - 1]++;
  }
  return {
    answers: dialogues.replyTurns.length,
    turns,
    turnsFollowed,
    stops,
    stopsByTurn,
    endedInSmallState,
  };
}
