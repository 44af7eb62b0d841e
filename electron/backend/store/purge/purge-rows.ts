import type { JobId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { change, countOf, oneValue, sql, theRow } from '../statements.ts';
import type { PurgedRows } from './purge-words.ts';

/** Tables whose rows are deleted with what they are about, by the column that names it. */
export const DELETED_WITH = {
  sources: { sources: 'id', imports: 'source_id' },
  imports: { rejects: 'import_id' },
  dialogues: {
    dialogues: 'id',
    rounds: 'dialogue_id',
    utterances: 'dialogue_id',
    run_dialogues: 'dialogue_id',
    run_topics: 'dialogue_id',
  },
  turns: {
    run_tags: 'round_id',
    run_moves: 'round_id',
    run_move_examples: 'round_id',
    run_sentences: 'round_id',
    run_flags: 'round_id',
    vectors: 'round_id',
    person_tags: 'round_id',
    person_marks: 'round_id',
    edit_decisions: 'round_id',
    round_comments: 'round_id',
    annotation_file_rounds: 'round_id',
  },
} as const satisfies Partial<Record<keyof PurgedRows, Readonly<Record<string, string>>>>;

/** Tables whose rows are parts of rows of another table: that table, and the column that names the row. */
export const PARTS = {
  utterance_originals: ['utterances', 'utterance_id'],
  batch_details: ['batch_rows', 'row_id'],
  model_answer_dialogues: ['model_answers', 'hash'],
  simulation_case_dialogues: ['simulation_cases', 'case_id'],
  vote_pair_dialogues: ['vote_pairs', 'pair_id'],
  votes: ['vote_pairs', 'pair_id'],
} as const;

/** Tables with the results of runs. If a run learned from purged data, they lose its rows (`run_id`). */
export const OF_RUNS = [
  ...['run_tags', 'run_moves', 'run_move_figures', 'run_move_examples', 'run_sentences', 'run_topics'],
  ...['run_vocabulary', 'run_flags', 'run_dialogues', 'vectors', 'encoders', 'automata', 'automaton_arrays'],
  ...['batch_items', 'batch_rows', 'judged_pairs', 'judgements'],
];

/** Deletes rows by these lists and rebuilds the search index. Call it after the rows that code chooses are deleted. */
export function deletePurgedRows(database: WriteDatabase, purged: PurgedRows): void {
  for (const [of, tables] of Object.entries(DELETED_WITH))
    for (const [table, column] of Object.entries(tables))
      change(database)`
        DELETE FROM ${sql(table)}
        WHERE ${sql(column)} IN (SELECT id FROM ${sql(purged[of as keyof typeof DELETED_WITH])})`;
  for (const [table, [whole, column]] of Object.entries(PARTS))
    change(database)`
      DELETE FROM ${sql(table)}
      WHERE ${sql(column)} NOT IN (SELECT ${sql(keyOf(database, whole))} FROM ${sql(whole)})`;
  database.exec(`
    DELETE FROM annotation_files WHERE id NOT IN (SELECT file_id FROM annotation_file_rounds);
    DELETE FROM review_queues;
    INSERT INTO utterance_search (utterance_search) VALUES ('rebuild');
  `);
}

const keyOf = (database: ReadDatabase, table: string): string =>
  theRow(oneValue<string>(database)`SELECT name FROM pragma_table_info(${table}) WHERE pk = 1`);

/** Replaces the reason of a reject whose source was partly purged. */
const PURGED_REASON = 'Purged with dialogues from the same source.';

/** Rejects of partly purged sources lose their text, because nobody knows which dialogue they belong to. */
export function clearPartlyPurged(database: WriteDatabase, purged: PurgedRows): void {
  const imports = `SELECT i.id FROM imports i WHERE i.id NOT IN (SELECT id FROM ${purged.imports}) AND i.source_id IN (
    SELECT source_id FROM dialogues WHERE id IN (SELECT id FROM ${purged.dialogues}))`;
  change(database)`
    UPDATE rejects SET reason = ${PURGED_REASON}, excerpt = '' WHERE import_id IN (${sql(imports)})`;
  change(database)`UPDATE imports SET warnings = '[]', options = json_remove(options, '$.map')
    WHERE id IN (${sql(imports)})`;
}

export function countRejects(database: ReadDatabase, purged: PurgedRows): number {
  return countOf(
    database,
    `SELECT coalesce(sum(records), 0) FROM rejects WHERE import_id IN (
       SELECT id FROM imports WHERE source_id IN (
         SELECT id FROM ${purged.sources} UNION
         SELECT source_id FROM dialogues WHERE id IN (SELECT id FROM ${purged.dialogues})))`,
  );
}

export function countOfTurns(
  database: ReadDatabase,
  purged: PurgedRows,
  table: 'run_tags' | 'person_tags' | 'person_marks' | 'vectors',
): number {
  return countOf(
    database,
    `SELECT count(*) FROM ${table} WHERE round_id IN (SELECT id FROM ${purged.turns})`,
  );
}

export const countOtherJobs = (database: ReadDatabase, own: JobId | null): number =>
  countOf(database, 'SELECT count(*) FROM jobs WHERE id IS NOT ?', own);

export function purgeJobs(database: WriteDatabase, own: JobId): void {
  change(database)`DELETE FROM jobs WHERE id <> ${own}`;
  change(database)`UPDATE jobs SET params = '{}' WHERE id = ${own}`;
}

/** Rewrites the file without deleted data and empties the write-ahead log. Returns false if a reader blocks this. */
export function compact(database: WriteDatabase): boolean {
  database.exec('VACUUM');
  return emptyLog(database);
}

export function emptyLog(database: WriteDatabase): boolean {
  return database.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0;
}
