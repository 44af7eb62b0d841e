import type { ReviewRow } from '#shared/contract/review.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import { excerptReader, placeReader } from '../../store/corpus/round-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { marksOf } from '../../store/edits/words/mark-table.ts';
import { findQueue } from '../../store/review/queue-table.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { effectiveTagReader } from '../../store/tags/round-tags.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import type { LoadedQueue } from './queues.ts';
import { settledReader } from './settled.ts';

const EXCERPT_CHARACTERS = 120;

/** Returns a page of a queue as a list; deleted turns are left out. */
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
  const isSettled = settledReader(database, queue.settings);
  const reached = findQueue(database, queue.id)?.reached ?? 0;
  const placeOf = placeReader(database);
  const excerptOf = excerptReader(database, EXCERPT_CHARACTERS, 1);
  return Array.from(queue.rounds.subarray(offset, offset + limit), (id, at) => {
    const round = id as RoundId;
    const index = offset + at;
    const place = placeOf(round);
    if (!place) return null;
    const { checked, flagged } = marksOf(database, queue.settings.tagger, round);
    const passed = index < reached ? 'skipped' : 'open';
    // Between two sides an accept from before says nothing: only a decision between them does.
    const done = queue.settings.left
      ? isSettled(round, checked?.note ?? '') && 'settled'
      : checked && 'checked';
    return {
      index,
      round,
      externalId: place.externalId,
      roundIndex: place.index,
      role: place.role,
      excerpt: excerptOf(round),
      tags: read(round).tags.map((tag) => tag.name),
      state: flagged ? 'flagged' : done || passed,
    } satisfies ReviewRow;
  }).filter((row) => row !== null);
}
