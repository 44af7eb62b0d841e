import { ROLES } from '../../domain/dialogue.ts';
import type { SymbolCorpus } from '../../domain/symbols.ts';

const SYSTEM = ROLES.indexOf('system');
const USER = ROLES.indexOf('user');

/** Tagged dialogues and their answerable turns: system turns that follow a user turn, here called *turns*. */
export interface TurnCorpus extends SymbolCorpus {
  /** length = turns; the dialogue of each turn, ascending */
  readonly turnDialogues: Int32Array;
  /** length = turns; index of the turn in the corpus */
  readonly turnRounds: Int32Array;
}

/** Finds the answerable turns of a corpus, in its order. Linear in turns. */
export function withTurns(corpus: SymbolCorpus): TurnCorpus {
  const { roundOffsets, roundRoles } = corpus;
  const turnDialogues = new Int32Array(roundRoles.length);
  const turnRounds = new Int32Array(roundRoles.length);
  let turns = 0;
  for (let dialogue = 0; dialogue + 1 < roundOffsets.length; dialogue++) {
    for (let round = roundOffsets[dialogue] + 1; round < roundOffsets[dialogue + 1]; round++) {
      if (roundRoles[round] !== SYSTEM || roundRoles[round - 1] !== USER) continue;
      turnDialogues[turns] = dialogue;
      turnRounds[turns++] = round;
    }
  }
  return {
    ...corpus,
    turnDialogues: turnDialogues.slice(0, turns),
    turnRounds: turnRounds.slice(0, turns),
  };
}

/** Position of a turn among the turns of its dialogue, from 0. */
export function turnPositions({ turnDialogues }: TurnCorpus): Int32Array {
  const positions = new Int32Array(turnDialogues.length);
  for (let turn = 1; turn < positions.length; turn++) {
    if (turnDialogues[turn] === turnDialogues[turn - 1]) positions[turn] = positions[turn - 1] + 1;
  }
  return positions;
}
