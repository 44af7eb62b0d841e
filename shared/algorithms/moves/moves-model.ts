import type { Role } from '#shared/domain/dialogue.ts';
import type { MergeTree } from './clusters/merge-tree.ts';

export type MovesMethod = 'support' | 'context' | 'cues';

/** The move of turns in another language, and of turns without a known move. */
export const OTHER = 'other';
export const OTHER_LANGUAGE = 'other-language';

/** The moves of one role: a cut through a tree of fine clusters. Plain JSON without any sentence of the data. */
export interface RoleModel {
  readonly role: Role;
  readonly tree: MergeTree;
  readonly names: readonly string[];
  readonly cut: readonly number[];
  /** The number of turns with each move of `cut` as their first move, and the number with none. */
  readonly turns: readonly number[];
  readonly otherTurns: number;
}

export interface MovesModel {
  readonly method: MovesMethod;
  readonly why: string;
  readonly encoder: string;
  /** Agreement of the moves of two samples of 70 %, as an adjusted Rand index, by method; null if not measured. */
  readonly stability: Readonly<Record<'context' | 'cues' | 'plain', number | null>>;
  readonly seed: number;
  readonly roles: readonly RoleModel[];
}

/** A move of a turn or sentence: its index in the cut of its role. */
export interface SaidMove {
  readonly move: number;
  /** The fine cluster that the move came from; −1 if there is none, as for a second move found by context. */
  readonly leaf: number;
  readonly confidence: number;
}

export interface MovedSentence {
  readonly start: number;
  readonly end: number;
  readonly move: number;
  /** Cosine to the mean of the move. The sentences with the highest are central. */
  readonly closeness: number;
  /** The margin over the next move. The sentences with the lowest are borderline. */
  readonly margin: number;
}

export interface MovedTurn {
  readonly role: Role;
  /** The fine cluster, from which any cut gives a move; −1 for none. */
  readonly leaf: number;
  readonly foreign: boolean;
  /** At most two moves, the primary one first. Empty for "other". */
  readonly moves: readonly SaidMove[];
  readonly sentences: readonly MovedSentence[];
}
