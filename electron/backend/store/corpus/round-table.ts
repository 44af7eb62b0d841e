import { ROLES, type Role } from '#shared/domain/dialogue.ts';
import type { DialogueId, RoundId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';

/** A round with its words as one text, and the acts that the file gives it. */
export interface RoundText {
  readonly id: RoundId;
  readonly role: Role;
  readonly text: string;
  /** Each act once; null where the file annotates none of its utterances. */
  readonly acts: readonly string[] | null;
}

/**
 * Reads the rounds of dialogues in order.
 * @param keep a dialogue asked for again is not read again
 */
export function roundReader(
  database: ReadDatabase,
  keep = true,
): (dialogue: DialogueId) => readonly RoundText[] {
  const rows = database
    .prepare(
      `SELECT r.id, r.role, u.text, u.acts FROM rounds r JOIN utterances u ON u.round_id = r.id
       WHERE r.dialogue_id = ? ORDER BY r.position, u.position`,
    )
    .raw();
  const known = new Map<DialogueId, readonly RoundText[]>();
  return (dialogue) => {
    const before = known.get(dialogue);
    if (before) return before;
    const rounds: RoundText[] = [];
    for (const [id, role, text, acts] of rows.all(dialogue) as [RoundId, number, string, string | null][]) {
      const own = acts === null ? null : (JSON.parse(acts) as string[]);
      const last = rounds[rounds.length - 1];
      if (last?.id !== id) {
        rounds.push({ id, role: ROLES[role], text, acts: own && [...new Set(own)] });
        continue;
      }
      rounds[rounds.length - 1] = {
        ...last,
        text: `${last.text} ${text}`,
        acts: own === null ? last.acts : [...new Set([...(last.acts ?? []), ...own])],
      };
    }
    if (keep) known.set(dialogue, rounds);
    return rounds;
  };
}
