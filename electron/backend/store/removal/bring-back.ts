import { z } from 'zod';
import type { SourceId } from '#shared/domain/ids.ts';
import { forgetDialogueColumns } from '../corpus/dialogue-fields.ts';
import { corpusFingerprint } from '../corpus/dialogue-table.ts';
import { CLEANING, cleanSource } from '../corpus/original-table.ts';
import type { WriteDatabase } from '../database.ts';
import { bumpVersion, readMeta } from '../file/meta-table.ts';
import { selectPurged } from '../purge/purge-words.ts';
import { allRows, change, oneRow, oneValue, parseJson, sql, theRow } from '../statements.ts';
import { countVocabularyOf } from '../tags/run-vocabulary-table.ts';
import { listRemovedSources, type Reference, references, stateBefore } from './removed-table.ts';

interface KeptTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly moved: 0 | 1;
  readonly first: number;
  readonly last: number;
}

/**
 * Restores a removed source, under another name if its own is in use. Drops rows that depend on deleted rows. Call it
 * in a transaction.
 */
export function bringSourceBack(database: WriteDatabase, source: SourceId): void {
  const before = stateBefore(database, source);
  const kept = allRows<Omit<KeptTable, 'columns'> & { readonly columns: string }>(database)`
    SELECT name, columns, moved, first_row AS first, last_row AS last FROM removed_tables
    WHERE source_id = ${source} ORDER BY position`.map(
    (row): KeptTable => ({ ...row, columns: parseJson(z.array(z.string()), row.columns) }),
  );
  const all = references(database);
  for (const table of kept) {
    if (table.name === 'sources') freeName(database, table);
    if (table.moved === 1) insertKept(database, table, all);
    else updateKept(database, table);
  }
  change(database)`INSERT INTO utterance_search (rowid, text) SELECT u.id, u.text FROM utterances u
    JOIN dialogues d ON d.id = u.dialogue_id WHERE d.source_id = ${source}`;
  if (readMeta(database, CLEANING) !== before.cleaning) cleanSource(database, source);
  const selected = selectPurged(database, [source], []);
  countVocabularyOf(database, selected.turns);
  selected.drop();
  forgetSource(database, source, kept);
  forgetDialogueColumns(database);
  const version = bumpVersion(database, 'corpus_version');
  // If the project has exactly the same dialogues as then, results learned from them are valid again.
  if (corpusFingerprint(database) === before.fingerprint)
    change(
      database,
    )`UPDATE automata SET corpus_version = ${version} WHERE corpus_version = ${before.corpusVersion}`;
}

const namesOf = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ');
const placesOf = (columns: readonly string[]): string => columns.map((_, at) => `c${at}`).join(', ');

function insertKept(
  database: WriteDatabase,
  { name, columns, first, last }: KeptTable,
  all: readonly Reference[],
): void {
  const there = all
    .filter((own) => own.table === name)
    .map(({ column, parent, to }) => {
      const place = `c${columns.indexOf(column)}`;
      return ` AND (${place} IS NULL OR EXISTS (SELECT 1 FROM ${parent} p WHERE p.${to} = ${place}))`;
    });
  // Another pair may have its position by now.
  const insert = sql(name === 'vote_pairs' ? 'INSERT OR IGNORE' : 'INSERT');
  change(database)`${insert} INTO ${sql(name)} (${sql(namesOf(columns))})
    SELECT ${sql(placesOf(columns))} FROM removed_rows
    WHERE id BETWEEN ${first} AND ${last}${sql(there.join(''))} ORDER BY id`;
}

function updateKept(database: WriteDatabase, { name, columns, first, last }: KeptTable): void {
  const [, ...others] = columns;
  change(database)`UPDATE ${sql(name)} AS t
    SET ${sql(others.map((column, at) => `"${column}" = r.c${at + 1}`).join(', '))}
    FROM removed_rows r WHERE r.id BETWEEN ${first} AND ${last} AND t.id = r.c0`;
}

/** Changes `a.csv` to `a.csv (2)` if another file with this name has been imported since. */
function freeName(database: WriteDatabase, { columns, first }: KeptTable): void {
  const place = sql(`c${columns.indexOf('name')}`);
  const name = theRow(oneValue<string>(database)`SELECT ${place} FROM removed_rows WHERE id = ${first}`);
  const isTaken = (candidate: string): boolean =>
    oneRow(database)`SELECT 1 FROM sources WHERE name = ${candidate}` !== undefined;
  let free = name;
  for (let copy = 2; isTaken(free); copy++) free = `${name} (${copy})`;
  if (free !== name) change(database)`UPDATE removed_rows SET ${place} = ${free} WHERE id = ${first}`;
}

function forgetSource(database: WriteDatabase, source: SourceId, kept: readonly KeptTable[]): void {
  for (const { first, last } of kept)
    change(database)`DELETE FROM removed_rows WHERE id BETWEEN ${first} AND ${last}`;
  change(database)`DELETE FROM removed_tables WHERE source_id = ${source}`;
  change(database)`DELETE FROM removed_sources WHERE id = ${source}`;
}

export function bringAllBack(database: WriteDatabase): SourceId[] {
  const removed = listRemovedSources(database).map(({ id }) => id);
  for (const source of removed) bringSourceBack(database, source);
  return removed;
}

/** Makes changes with checks of references turned off, and undoes them afterwards. */
export function triedOut<Result>(database: WriteDatabase, work: () => Result): Result {
  database.pragma('foreign_keys = OFF');
  database.exec('BEGIN');
  try {
    return work();
  } finally {
    database.exec('ROLLBACK');
    database.pragma('foreign_keys = ON');
  }
}
