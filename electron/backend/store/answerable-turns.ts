import type { DialogueId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from './database.ts';

export interface AnswerableTurn {
  readonly dialogue: DialogueId;
  readonly externalId: string;
  /** Index of the system round in its dialogue, from 0. */
  readonly round: number;
}

/** Every system round that follows a user round, by source name, external id and round: in no order of import. */
export function answerableTurns(database: ReadDatabase): AnswerableTurn[] {
  return database
    .prepare(
      `SELECT r.dialogue_id AS dialogue, d.external_id AS externalId, r.position AS round
       FROM rounds r
       JOIN rounds before ON before.dialogue_id = r.dialogue_id AND before.position = r.position - 1
       JOIN dialogues d ON d.id = r.dialogue_id
       JOIN sources s ON s.id = d.source_id
       WHERE r.role = 0 AND before.role = 1
       ORDER BY s.name, d.external_id, r.position`,
    )
    .all() as AnswerableTurn[];
}

/**
 * The same turns, of the wanted dialogues only, dialogue by dialogue: for those who want few of many, and who let
 * others have the thread meanwhile.
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
