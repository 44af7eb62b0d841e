import type { UtteranceText } from '#backend/store/corpus/utterance-table.ts';
import { type Role, turnsOf } from '#shared/domain/dialogue.ts';

/** One turn before tagging: its text and its acts from the file. */
interface SourceTurn {
  readonly role: Role;
  readonly utterances: readonly string[];
  readonly acts: readonly string[] | null;
  /** Index of the turn's first message in the dialogue, as in the file. */
  readonly firstTurn: number;
}

/** A dialogue from a file or a project. Its `id` is unique among the training or test dialogues. */
export interface SourceDialogue {
  readonly id: string;
  readonly turns: readonly SourceTurn[];
}

/** Joins consecutive messages of one role to a turn. All code that scores turns must use this function. */
export function joinTurns(utterances: readonly UtteranceText[]): SourceTurn[] {
  const roles = utterances.map((utterance) => utterance.role);
  return turnsOf(roles, true).map(({ role, first, last }) => {
    const members = utterances.slice(first, last + 1);
    const annotated = members.some(({ acts }) => acts !== null);
    return {
      role,
      utterances: members.map(({ text }) => text),
      acts: annotated ? [...new Set(members.flatMap(({ acts }) => acts ?? []))] : null,
      firstTurn: members[0]!.turn,
    };
  });
}

export function turnText(turn: SourceTurn): string {
  return turn.utterances.join(' ');
}
