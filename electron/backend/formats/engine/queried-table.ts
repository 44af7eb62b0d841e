import { mkdtemp, open, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { TableQuery } from '#shared/contract/corpus.ts';
import { databaseTitle, isDatabaseAddress } from '#shared/domain/import-formats.ts';
import { temporaryPrefix } from '../../machine/temporary-folders.ts';
import { chosenRows, firstRows, personsQuery, whyEngineIsMissing } from '../../store/engine/duckdb.ts';
import { isHeldFile } from '../../store/file/lock.ts';
import { inThread } from '../../workers/in-thread.ts';
import { FormatError, namedAs } from '../bytes/format-error.ts';
import { readHead } from '../bytes/head.ts';
import { insideZip } from '../bytes/zip.ts';
import { layoutOf } from '../csv/layout.ts';
import { completeMap } from '../long-csv/columns.ts';
import type { ReadOptions } from '../reading/reading.ts';
import type { Patience } from './ask-database.ts';

/** The number of rows for a preview. They are enough to show a hundred and to recognize the columns. */
const FIRST_ROWS = 1000;
const WHOLE: TableQuery = { sql: null, limit: null, sample: null };

type QueryOptions = Pick<ReadOptions, 'query' | 'map' | 'signal' | 'database' | 'scratch' | 'onChosen'>;

/** Rows selected from a file or a database, in a temporary file: CSV, or JSON if rows contain turns. */
export interface QueriedTable {
  readonly path: string;
  readonly form: 'rows' | 'records';
  remove(): Promise<void>;
  named(error: unknown): unknown;
}

/** If the file cannot be opened, returns false, and its reader reports why. */
export async function isParquet(path: string): Promise<boolean> {
  // Opening and closing the file of an open project would release its lock.
  if (insideZip(path) !== null || isHeldFile(path)) return false;
  const file = await open(path, 'r').catch(() => null);
  if (!file) return false;
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.toString('latin1') === 'PAR1';
  } catch {
    return false;
  } finally {
    await file.close();
  }
}

export const isQueriedSource = async (path: string): Promise<boolean> =>
  isDatabaseAddress(path) || (await isParquet(path));

export function firstQueried(path: string, options: QueryOptions): Promise<QueriedTable> {
  const query = options.query ?? WHOLE;
  return written(path, query, firstRows(query, FIRST_ROWS), { patience: 'first', mayNest: false }, options);
}

/** Returns nested Parquet rows as JSON; null for any other file. */
export async function nestedRecords(
  path: string,
  patience: Patience,
  options: QueryOptions,
): Promise<QueriedTable | null> {
  if (!(await isParquet(path))) return null;
  const sql = patience === 'first' ? firstRows(WHOLE, FIRST_ROWS) : chosenRows(WHOLE, null);
  const table = await written(path, WHOLE, sql, { patience, mayNest: true }, options);
  if (table.form === 'records') return table;
  await table.remove();
  return null;
}

/**
 * Returns the rows that a query and a sample select. @throws FormatError if the engine is missing or reports a problem
 */
export async function queriedTable(path: string, options: QueryOptions): Promise<QueriedTable> {
  const query = options.query ?? WHOLE;
  const conversation = query.sample === null ? null : await conversationOf(path, options);
  return written(path, query, chosenRows(query, conversation), { patience: 'all', mayNest: false }, options);
}

/** Returns the column with the conversation's name. A sample of dialogues needs it. */
async function conversationOf(path: string, options: QueryOptions): Promise<string> {
  const first = await firstQueried(path, options);
  try {
    const layout = layoutOf(await readHead(first.path, options.signal, 'utf-8'), ',');
    const { conversation } = completeMap(layout, options.map);
    if (conversation !== undefined) return conversation;
    throw new FormatError(
      'MISSING_COLUMNS',
      path,
      `To sample dialogues, Dialogram needs a column with the dialogue's id, but found none in "${path}".`,
      'Choose the column in the mapping.',
    );
  } finally {
    await first.remove();
  }
}

async function written(
  path: string,
  query: TableQuery,
  sql: string,
  { patience, mayNest }: { readonly patience: Patience; readonly mayNest: boolean },
  options: QueryOptions,
): Promise<QueriedTable> {
  requireQueryable(path, query);
  const { signal, database } = options;
  const folder = await mkdtemp(options.scratch ?? temporaryPrefix('query'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const out = join(folder, `${basename(path)}.csv`);
  let form: QueriedTable['form'] = 'rows';
  try {
    const asked = personsQuery(query);
    if (isDatabaseAddress(path)) {
      if (!database) throw new Error(`There is no connection to ${databaseTitle(path)}.`);
      const input = { access: database, sql, asked, patience, out };
      await inThread('databaseQuery', 'writeFromDatabase', [input], {
        signal,
        onProgress: (rows) => options.onChosen?.({ done: rows, total: query.limit, unit: 'rows' }),
      });
    } else {
      const input = { file: path, isParquet: await isParquet(path), folder, sql, asked, out, mayNest };
      form = await inThread('tableQuery', 'writeFromTable', [input], {
        signal,
        onProgress: (percent) => options.onChosen?.({ done: percent, total: 100, unit: '%' }),
      });
    }
    return { path: out, form, remove, named: (error) => namedAs(error, out, `"${path}"`, path) };
  } catch (error) {
    await remove();
    signal.throwIfAborted();
    if (error instanceof FormatError || isDatabaseAddress(path)) throw error;
    throw query.sql === null ? fileDamaged(path, error) : queryFailed(path, error);
  }
}

const saidBy = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').slice(0, 500);

/** The query that DuckDB quotes is not the person's, so it is left out. */
function fileDamaged(path: string, error: unknown): FormatError {
  const why = saidBy(error).replace(/ LINE \d+: .*/, '');
  const nextStep = 'The file may be damaged. Download or export it again.';
  return new FormatError('CANNOT_READ', path, `"${path}" cannot be read: ${why}`, nextStep, error);
}

export function queryFailed(path: string, error: unknown): FormatError {
  const why = saidBy(error);
  const nextStep =
    "Correct the query. Use a single “select” statement on the table “data”, such as “select * from data where lang = 'en'”.";
  return new FormatError('CANNOT_READ', path, `"${path}" cannot be queried: ${why}`, nextStep, error);
}

/** @throws FormatError without an engine, or without a query */
export function requireQueryable(path: string, query: TableQuery): void {
  if (isDatabaseAddress(path)) {
    if (query.sql !== null) return;
    throw new FormatError(
      'CANNOT_READ',
      path,
      `No query or table was chosen for ${databaseTitle(path)}.`,
      'Write a query such as “select * from tickets”, or choose a table.',
    );
  }
  if (insideZip(path) !== null) {
    throw new FormatError(
      'CANNOT_READ',
      path,
      `"${path}" is in an archive, so it cannot be queried.`,
      'Unpack the archive first.',
    );
  }
  const missing = whyEngineIsMissing();
  if (missing) {
    const nextStep = 'Run npm install, or convert the file to CSV and import that without a query.';
    throw new FormatError('CANNOT_READ', path, `"${path}" needs DuckDB. ${missing}`, nextStep);
  }
}
