import { ROLES, type Role } from '#shared/domain/dialogue.ts';
import type { DialogueId, RoundId, UtteranceId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';

export interface RoundInContext {
  readonly id: RoundId;
  readonly index: number;
  readonly role: Role;
  readonly utterances: { readonly id: UtteranceId; readonly speaker: string; readonly text: string }[];
}

export interface RoundHome {
  readonly dialogue: DialogueId;
  readonly externalId: string;
  readonly source: string;
  readonly domains: string;
  /** Rounds of the dialogue. */
  readonly rounds: number;
  /** The round's place in it, from 0. */
  readonly index: number;
}

/** Where a round stands; null where it is gone. */
export function homeOfRound(database: ReadDatabase, round: RoundId): RoundHome | null {
  return (
    database
      .prepare<[number], RoundHome>(
        `SELECT r.dialogue_id AS dialogue, d.external_id AS externalId, s.name AS source, d.domains, d.rounds,
           r.position AS "index"
         FROM rounds r JOIN dialogues d ON d.id = r.dialogue_id JOIN sources s ON s.id = d.source_id
         WHERE r.id = ?`,
      )
      .get(round) ?? null
  );
}

/** The rounds `first` … `last` of a dialogue with their words. */
export function roundsBetween(
  database: ReadDatabase,
  dialogue: DialogueId,
  first: number,
  last: number,
): RoundInContext[] {
  const rounds: RoundInContext[] = [];
  for (const [id, index, role, utterance, speaker, text] of database
    .prepare(
      `SELECT r.id, r.position, r.role, u.id, u.speaker, u.text FROM rounds r JOIN utterances u ON u.round_id = r.id
       WHERE r.dialogue_id = ? AND r.position BETWEEN ? AND ? ORDER BY r.position, u.position`,
    )
    .raw()
    .all(dialogue, first, last) as [RoundId, number, number, UtteranceId, string, string][]) {
    if (rounds[rounds.length - 1]?.id !== id) {
      rounds.push({ id, index, role: ROLES[role], utterances: [] });
    }
    rounds[rounds.length - 1].utterances.push({ id: utterance, speaker, text });
  }
  return rounds;
}
