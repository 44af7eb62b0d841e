import type { DialogueId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';

export interface AnswerableTurn {
  readonly dialogue: DialogueId;
  readonly externalId: string;
  /** Index of the system round in its dialogue, from 0. */
  readonly round: number;
}

/**
 * Every system round that follows a user round, of the wanted dialogues, dialogue by dialogue: by source name, external
 * id and round, in no order of import. Piece by piece, so that others have the thread meanwhile.
 */
export function* answerableTurnsOf(
  database: ReadDatabase,
  wanted: (externalId: string) => boolean,
): Generator<readonly AnswerableTurn[]> {
  const dialogues = database
    .prepare(
      `SELECT d.id, d.external_id FROM dialogues d JOIN sources s ON s.id = d.source_id
       ORDER BY s.name, d.external_id`,
    )
    .raw()
    .all() as [DialogueId, string][];
  const rounds = database
    .prepare(
      `SELECT r.position FROM rounds r
       JOIN rounds before ON before.dialogue_id = r.dialogue_id AND before.position = r.position - 1
       WHERE r.dialogue_id = ? AND r.role = 0 AND before.role = 1 ORDER BY r.position`,
    )
    .pluck();
  for (const [dialogue, externalId] of dialogues) {
    yield wanted(externalId)
      ? (rounds.all(dialogue) as number[]).map((round) => ({ dialogue, externalId, round }))
      : [];
  }
}
