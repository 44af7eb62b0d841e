import type { RunId, TagId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { allRows, allValues, change, countOf, sql } from '../statements.ts';

/** Counts the tags of a run once all are written. Returns the number of distinct tags. */
export function summariseVocabulary(database: WriteDatabase, run: RunId): number {
  change(database)`INSERT INTO run_vocabulary (run_id, tag_id, role, rounds)
    SELECT t.run_id, t.tag_id, r.role, count(*) FROM run_tags t JOIN rounds r ON r.id = t.round_id
    WHERE t.run_id = ${run} GROUP BY t.tag_id, r.role`;
  return vocabularySize(database, run);
}

/** Adds the tags of restored turns to the counts of finished runs. @param turns a table of ids */
export function countVocabularyOf(database: WriteDatabase, turns: string): void {
  change(database)`INSERT INTO run_vocabulary (run_id, tag_id, role, rounds)
    SELECT t.run_id, t.tag_id, r.role, count(*) FROM run_tags t JOIN rounds r ON r.id = t.round_id
    JOIN runs ON runs.id = t.run_id AND runs.state = 'done'
    WHERE t.round_id IN (SELECT id FROM ${sql(turns)}) GROUP BY t.run_id, t.tag_id, r.role
    ON CONFLICT (run_id, tag_id, role) DO UPDATE SET rounds = rounds + excluded.rounds`;
}

export const vocabularySize = (database: ReadDatabase, run: RunId): number =>
  countOf(database, 'SELECT count(DISTINCT tag_id) FROM run_vocabulary WHERE run_id = ?', run);

/** Uses CROSS JOIN, because otherwise SQLite would read all tags of the run for each dialogue. */
export const countTaggedDialogues = (database: ReadDatabase, run: RunId): number =>
  countOf(
    database,
    `SELECT count(*) FROM dialogues d WHERE EXISTS (
       SELECT 1 FROM rounds r CROSS JOIN run_tags t ON t.run_id = ? AND t.round_id = r.id WHERE r.dialogue_id = d.id)`,
    run,
  );

export interface TagCount {
  readonly tag: TagId;
  readonly role: number;
  readonly turns: number;
}

export function replaceVocabulary(database: WriteDatabase, run: RunId, counts: Iterable<TagCount>): void {
  change(database)`DELETE FROM run_vocabulary WHERE run_id = ${run}`;
  insertCounts(database, run, counts);
}

/** Stores new counts for some tags of a finished run, if its tags were counted. */
export function recountVocabulary(
  database: WriteDatabase,
  run: RunId,
  before: readonly TagId[],
  counts: readonly TagCount[],
): void {
  if (vocabularySize(database, run) === 0) return;
  const gone = JSON.stringify([...before, ...counts.map(({ tag }) => tag)]);
  change(database)`
    DELETE FROM run_vocabulary WHERE run_id = ${run} AND tag_id IN (SELECT value FROM json_each(${gone}))`;
  insertCounts(database, run, counts);
}

function insertCounts(database: WriteDatabase, run: RunId, counts: Iterable<TagCount>): void {
  for (const { tag, role, turns } of counts)
    change(database)`
      INSERT INTO run_vocabulary (run_id, tag_id, role, rounds) VALUES (${run}, ${tag}, ${role}, ${turns})`;
}

/** Returns a function that counts a run's tags and tagged messages on the turns with after < id ≤ last. */
export function stretchCounter(database: ReadDatabase, run: RunId) {
  const utterances = `SELECT count(*) FROM run_tags t JOIN utterances u ON u.round_id = t.round_id
    WHERE t.run_id = ? AND t.round_id > ? AND t.round_id <= ? AND t.position = 0`;
  return (after: number, last: number) => ({
    tags: allRows<TagCount>(database)`
      SELECT t.tag_id AS tag, r.role, count(*) AS turns FROM run_tags t JOIN rounds r ON r.id = t.round_id
      WHERE t.run_id = ${run} AND t.round_id > ${after} AND t.round_id <= ${last} GROUP BY t.tag_id,
        r.role`,
    utterances: countOf(database, utterances, run, after, last),
  });
}

export const vocabularyOfRun = (database: ReadDatabase, run: RunId): TagId[] =>
  allValues<TagId>(database)`SELECT DISTINCT tag_id FROM run_vocabulary WHERE run_id = ${run}`;

/** With `ended`, the counts are those from the end of the run. */
export const tagFrequencies = (
  database: ReadDatabase,
  run: RunId,
  ended: boolean,
): { readonly tag: TagId; readonly count: number }[] =>
  allRows<{ tag: TagId; count: number }>(database)`
    SELECT tag_id AS tag, ${sql(ended ? 'sum(rounds)' : 'count(*)')} AS count
    FROM ${sql(ended ? 'run_vocabulary' : 'run_tags')} WHERE run_id = ${run} GROUP BY tag_id`;
