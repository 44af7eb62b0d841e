import type { JobId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { change, countOf, oneValue, sql, theRow } from '../statements.ts';
import type { PurgedRows } from './purge-words.ts';

type PurgeRule =
  | { readonly rows: 'go'; readonly of: PurgedOwner; readonly column: string }
  | { readonly rows: 'part'; readonly of: string; readonly column: string }
  | { readonly rows: 'chosen'; readonly why: string }
  /** The rows never contain dialogue data. */
  | { readonly rows: 'stay'; readonly why: string };

/** A run is deleted with all its results if it learned from purged data. */
type PurgedOwner = 'source' | 'import' | 'dialogue' | 'turn' | 'run';

interface PurgedTable {
  readonly rule: PurgeRule;
  /** The column that refers to a run. The row is deleted with that run. */
  readonly runColumn?: string;
  /** The columns that may contain text or ids. A new column has to be added to this list or to `plain`. */
  readonly words: readonly string[];
  readonly plain: readonly string[];
}

/** The tables by name. Each is declared by the feature that uses it or, if many features use it, by the store. */
export type PurgedTables = Readonly<Record<string, PurgedTable>>;

const tableOf = (rule: PurgeRule, words: string, plain: string): PurgedTable => ({
  rule,
  words: words.split(' ').filter(Boolean),
  plain: plain.split(' ').filter(Boolean),
});

export const go = (of: PurgedOwner, column: string, words: string, plain = ''): PurgedTable =>
  tableOf({ rows: 'go', of, column }, words, plain);

export const partOf = (of: string, column: string, words: string, plain = ''): PurgedTable =>
  tableOf({ rows: 'part', of, column }, words, plain);

export const chosen = (why: string, words: string, plain = ''): PurgedTable =>
  tableOf({ rows: 'chosen', why }, words, plain);

export const stay = (why: string, plain: string): PurgedTable => tableOf({ rows: 'stay', why }, '', plain);

export const withRun = (table: PurgedTable, runColumn = 'run_id'): PurgedTable => ({ ...table, runColumn });

const SELECTED = { source: 'sources', import: 'imports', dialogue: 'dialogues', turn: 'turns' } as const;

/** Deletes rows by the rules and rebuilds the search index. Call it after the rows that code chooses are deleted. */
export function deletePurgedRows(database: WriteDatabase, purged: PurgedRows, tables: PurgedTables): void {
  for (const [table, { rule }] of Object.entries(tables)) {
    if (rule.rows !== 'go' || rule.of === 'run') continue;
    change(database)`DELETE FROM ${sql(table)} WHERE ${sql(rule.column)} IN (SELECT id
      FROM ${sql(purged[SELECTED[rule.of]])})`;
  }
  for (const [table, { rule }] of Object.entries(tables)) {
    if (rule.rows !== 'part') continue;
    const key = keyOf(database, rule.of);
    change(database)`
      DELETE FROM ${sql(table)} WHERE ${sql(rule.column)} NOT IN (SELECT ${sql(key)} FROM ${sql(rule.of)})`;
  }
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
