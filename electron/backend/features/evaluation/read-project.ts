import { ROLES } from '#shared/domain/dialogue.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { joinRounds, type SourceDialogue, type SourceUtterance } from '../retrieval/source-dialogue.ts';

/**
 * A project's dialogues with the acts of their files, in canonical order (source name, then external id). Their id
 * is the external one; where two sources have the same, the source's name and a slash stand before it.
 */
export function readProjectDialogues(database: ReadDatabase): SourceDialogue[] {
  const heads = database
    .prepare(
      `SELECT d.id, d.external_id, s.name FROM dialogues d JOIN sources s ON s.id = d.source_id
       ORDER BY s.name, d.external_id`,
    )
    .raw()
    .all() as [number, string, string][];
  const seen = new Map<string, number>();
  for (const [, externalId] of heads) seen.set(externalId, (seen.get(externalId) ?? 0) + 1);
  const utterances = database
    .prepare(
      `SELECT r.role, u.text, u.acts, u.position FROM utterances u JOIN rounds r ON r.id = u.round_id
       WHERE u.dialogue_id = ? ORDER BY u.position`,
    )
    .raw();
  return heads.map(([id, externalId, source]) => {
    const rows = utterances.all(id) as [number, string, string | null, number][];
    const turns = rows.map(
      ([role, text, acts, turn]): SourceUtterance => ({
        role: ROLES[role],
        text,
        acts: acts === null ? null : (JSON.parse(acts) as string[]),
        turn,
      }),
    );
    const name = seen.get(externalId) === 1 ? externalId : `${source}/${externalId}`;
    return { id: name, rounds: joinRounds(turns) };
  });
}
