import type { SymbolInfo } from './symbols.ts';

/** A state's end is drawn for at least 1.5 % of all dialogues and 5 dialogues; below 50 in all, a tenth. */
const LEAST_ENDS = 5;
const LEAST_OF_FEW = 0.1;
const LEAST_END_SHARE = 0.015;

/** True if enough dialogues end at a state to draw its end; never at the start. */
export const isEndDrawn = (state: number, ends: ArrayLike<number>, dialogues: number): boolean =>
  state !== 0 &&
  ends[state]! >= Math.max(1, Math.min(LEAST_ENDS, LEAST_OF_FEW * dialogues), LEAST_END_SHARE * dialogues);

/**
 * The largest number of states of an overview, with the start. The data choose 8 to 24.
 * In a window of 1440 × 900, labels of 28 and 32 states can be smaller than 10 px.
 */
export const PICTURE_SIZES: readonly number[] = [
  6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 28, 32,
];

/**
 * State 0 is q₀. State q has the transitions `transitionOffsets[q] … transitionOffsets[q+1]-1`,
 * sorted by symbol id, each symbol at most once.
 */
export interface AutomatonStructure {
  readonly symbols: readonly SymbolInfo[];
  readonly stateCount: number;
  readonly dialogueCount: number;

  readonly transitionOffsets: Int32Array;
  readonly transitionSymbols: Int32Array;
  readonly transitionTargets: Int32Array;
  /** length = transitions; distinct dialogues that took it at least once */
  readonly transitionSupport: Int32Array;
  /** length = transitions; 1 = a main transition, which pictures show first. If missing, all transitions are main. */
  readonly main?: Uint8Array;
  /** length = transitions; the percentage of repetitions that found it again; missing if not measured */
  readonly transitionCertainty?: Uint8Array;

  /** length = states; |I(q)|, distinct dialogues that visited q (every dialogue visits q₀) */
  readonly support: Int32Array;
  /** length = states; dialogues that end at q with all their tags followed; dialogues cut short are not counted */
  readonly ends: Int32Array;
  /** length = states; number of prefix-tree states merged into q (1 = not merged) */
  readonly merged: Int32Array;
  /** length = states; role of the symbols that enter q: 0 system, 1 user, 2 neither (q₀) */
  readonly roles: Uint8Array;
  /** length = states; percentage of repetitions that found the state again; missing if not measured */
  readonly stateCertainty?: Uint8Array;
  /** length = states; the least number of transitions from q₀ */
  readonly depths: Int32Array;
}

/** A learned automaton with the dialogues of each state, as typed arrays. A dialogue's visits are a path from q₀ by δ. */
export interface Automaton extends AutomatonStructure {
  /** length = dialogues + 1; visits of dialogue d are `pathOffsets[d] … pathOffsets[d+1]-1`, q₀ not listed */
  readonly pathOffsets: Int32Array;
  readonly pathStates: Int32Array;
  /** length = visits; index of the dialogue's turn (from 0) whose tag led there */
  readonly pathTurns: Int32Array;
  readonly pathSymbols: Int32Array;
  /** length = paths; the number of dialogues on each path. If missing, all are 1. */
  readonly pathDialogues?: Int32Array;
  /** length = dialogues; 0 if the path skips the first tagged turn, so no transition from q₀ counts the dialogue */
  readonly isFromStart?: Uint8Array;
}
