import type { SymbolInfo } from './symbols.ts';

/** A picture draws the end of a state where at least this number and this share of all dialogues end. */
const LEAST_ENDS = 5;
const LEAST_END_SHARE = 0.015;

/** True of a state where enough dialogues end for a line to the end; nothing ends at the start. */
export const isEndDrawn = (state: number, ends: ArrayLike<number>, dialogues: number): boolean =>
  state !== 0 && ends[state]! >= Math.max(LEAST_ENDS, LEAST_END_SHARE * dialogues);

/**
 * The maximum number of states of an overview, including the start. Sizes from 8 to 24 are chosen from the
 * data.
 */
export const PICTURE_SIZES: readonly number[] = [
  6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 28, 32, 36, 40,
];

/**
 * States, transitions and their counts: a deterministic automaton without the dialogues that made it.
 *
 * State 0 is q₀. δ is given as compressed rows: state q has transitions
 * `transitionOffsets[q] … transitionOffsets[q+1]-1`, sorted by symbol id, each symbol at most once.
 */
export interface AutomatonStructure {
  readonly symbols: readonly SymbolInfo[];
  readonly stateCount: number;
  readonly dialogueCount: number;

  /** length = states + 1 */
  readonly transitionOffsets: Int32Array;
  /** length = transitions; a symbol id */
  readonly transitionSymbols: Int32Array;
  /** length = transitions; a state */
  readonly transitionTargets: Int32Array;
  /** length = transitions; distinct dialogues that took it at least once */
  readonly transitionSupport: Int32Array;
  /** length = transitions; 1 = a main transition, which pictures show first. Without it, all are main. */
  readonly main?: Uint8Array;
  /** length = transitions; the percentage of repetitions that found it again. Missing if not measured. */
  readonly transitionCertainty?: Uint8Array;

  /** length = states; |I(q)|, distinct dialogues that visited q (every dialogue visits q₀) */
  readonly support: Int32Array;
  /**
   * length = states; dialogues that end at q with all tags followed; q is accepting if any do. Cut-short ones end
   * nowhere.
   */
  readonly ends: Int32Array;
  /** length = states; how many states of the prefix tree were merged into q (1 = not merged) */
  readonly merged: Int32Array;
  /** length = states; role of the symbols that enter q: 0 system, 1 user, 2 neither (q₀) */
  readonly roles: Uint8Array;
  /** length = states; as `transitionCertainty` */
  readonly stateCertainty?: Uint8Array;
  /** length = states; the least number of transitions from q₀ */
  readonly depths: Int32Array;
}

/**
 * A learned deterministic automaton with the dialogues tracked at each state, as typed arrays.
 *
 * A dialogue's visits are a path: it starts at q₀, and each visit follows from the one before by δ.
 */
export interface Automaton extends AutomatonStructure {
  /** length = dialogues + 1; visits of dialogue d are `pathOffsets[d] … pathOffsets[d+1]-1`, q₀ not listed */
  readonly pathOffsets: Int32Array;
  /** length = visits; the state reached */
  readonly pathStates: Int32Array;
  /** length = visits; index of the dialogue's turn (from 0) whose tag led there */
  readonly pathRounds: Int32Array;
  /** length = visits; the symbol taken */
  readonly pathSymbols: Int32Array;
  /** length = paths; how many dialogues took each. Without it, each is the path of one dialogue. */
  readonly pathDialogues?: Int32Array;
  /**
   * length = dialogues; 0 if the path passes over the dialogue's first tagged turn, so that no transition from q₀ counts
   * it. Without it, every path begins where its dialogue does.
   */
  readonly isFromStart?: Uint8Array;
}

/** A learner's report on its run. */
export interface LearningReport {
  readonly states: number;
  /** States of the prefix tree, before any merge. */
  readonly statesBeforeMerging: number;
  /** States after the accepted merges alone, before determinism forced more (the closure). */
  readonly statesBeforeClosure: number;
  readonly transitions: number;
  /** Pairs of one role with φ > λ. */
  readonly candidates: number;
  /** Candidates that merged two states that were still separate. */
  readonly accepted: number;
  /** Further unions that determinism forced. */
  readonly forced: number;
  /** Share of (dialogue, turn) visits at the most visited state, without q₀; 0 … 1. */
  readonly largestStateShare: number;
}
