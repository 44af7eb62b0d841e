import type { ReviewRow } from '#shared/contract/review.ts';
import { ROLES } from '#shared/domain/dialogue.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { findQueue } from '../../store/review/queue-table.ts';
import { effectiveTagReader, readVocabulary } from '../../store/tags/tag-table.ts';
import { requireTaggingRun } from '../tagging/runs.ts';
import type { LoadedQueue } from './queues.ts';

const EXCERPT_CHARACTERS = 120;

/** A window on a queue as a list; rounds that are gone are left out. */
export function reviewRows(
  database: ReadDatabase,
  queue: LoadedQueue,
  offset: number,
  limit: number,
): ReviewRow[] {
  const read = effectiveTagReader(
    database,
    requireTaggingRun(database, queue.settings.run),
    readVocabulary(database),
  );
  const reached = findQueue(database, queue.id)?.reached ?? 0;
  const head = database.prepare<
    [number],
    { externalId: string; roundIndex: number; role: number; excerpt: string | null }
  >(
    `SELECT d.external_id AS externalId, r.position AS roundIndex, r.role,
       (SELECT substr(text, 1, ${EXCERPT_CHARACTERS}) FROM utterances WHERE round_id = r.id ORDER BY position LIMIT 1)
         AS excerpt
     FROM rounds r JOIN dialogues d ON d.id = r.dialogue_id WHERE r.id = ?`,
  );
  const marks = database.prepare('SELECT mark FROM person_marks WHERE tagger = ? AND round_id = ?').pluck();
  return Array.from(queue.rounds.subarray(offset, offset + limit), (id, at) => {
    const round = id as RoundId;
    const index = offset + at;
    const row = head.get(round);
    if (!row) return null;
    const set = marks.all(queue.settings.tagger, round) as string[];
    const passed = index < reached ? 'skipped' : 'open';
    return {
      index,
      round,
      externalId: row.externalId,
      roundIndex: row.roundIndex,
      role: ROLES[row.role],
      excerpt: row.excerpt ?? '',
      tags: read(round).tags.map((tag) => tag.name),
      state: set.includes('flagged') ? 'flagged' : set.includes('checked') ? 'checked' : passed,
    } satisfies ReviewRow;
  }).filter((row) => row !== null);
}
