import type { SymbolCorpus } from '../../domain/symbols.ts';

/** Tagged dialogues and their turns: a *turn* is a system round that follows a user round. */
export interface TurnCorpus extends SymbolCorpus {
  /** length = turns; the dialogue of each turn, ascending */
  readonly turnDialogues: Int32Array;
  /** length = turns; the turn's round, counted through the corpus */
  readonly turnRounds: Int32Array;
}

/** Finds the turns of a corpus, in its order. Linear in rounds. */
export function withTurns(corpus: SymbolCorpus): TurnCorpus {
  return { ...corpus, ...findTurns(corpus.roundOffsets, corpus.roundRoles) };
}

/** The turns of rounds that are laid out dialogue by dialogue; roles are 0 = system, 1 = user. */
export function findTurns(
  roundOffsets: Int32Array,
  roundRoles: Uint8Array,
): Pick<TurnCorpus, 'turnDialogues' | 'turnRounds'> {
  const turnDialogues = new Int32Array(roundRoles.length);
  const turnRounds = new Int32Array(roundRoles.length);
  let turns = 0;
  for (let dialogue = 0; dialogue + 1 < roundOffsets.length; dialogue++) {
    for (let round = roundOffsets[dialogue] + 1; round < roundOffsets[dialogue + 1]; round++) {
      if (roundRoles[round] !== 0 || roundRoles[round - 1] !== 1) continue;
      turnDialogues[turns] = dialogue;
      turnRounds[turns++] = round;
    }
  }
  return { turnDialogues: turnDialogues.slice(0, turns), turnRounds: turnRounds.slice(0, turns) };
}

/** Position of a turn among the turns of its dialogue, from 0. */
export function turnPositions({ turnDialogues }: TurnCorpus): Int32Array {
  const positions = new Int32Array(turnDialogues.length);
  for (let turn = 1; turn < positions.length; turn++) {
    if (turnDialogues[turn] === turnDialogues[turn - 1]) positions[turn] = positions[turn - 1] + 1;
  }
  return positions;
}
