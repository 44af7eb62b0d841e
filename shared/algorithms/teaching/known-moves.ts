import type { Role } from '#shared/domain/dialogue.ts';

export interface SaidByName {
  readonly move: string;
  /** 0 … 1 */
  readonly confidence: number;
}

/** The moves of each role before any answer, and the probability of some of them in each turn. */
export interface KnownMoves {
  readonly moves: Readonly<Record<Role, readonly string[]>>;
  of(round: number): readonly SaidByName[];
}

/** Columns with the log probability of a move from prior knowledge. */
export interface KnownColumns {
  readonly moves: readonly string[];
  readonly first: number;
}
