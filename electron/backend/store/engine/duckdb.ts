import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { missingPackage } from '../../machine/optional-packages.ts';

const PACKAGE = '@duckdb/node-api';
const MEMORY_LIMIT = '512MB';
const SELECT = 1;

/** The used part of the package. */
interface DuckDbPackage {
  readonly DuckDBInstance: {
    create(
      path: string,
      options: Readonly<Record<string, string>>,
    ): Promise<{
      connect(): Promise<Connection>;
      closeSync(): void;
    }>;
  };
}
interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRowObjects(): readonly Readonly<Record<string, unknown>>[] }>;
  prepare(sql: string): Promise<{ readonly statementType: number; destroySync(): void }>;
  extractStatements(sql: string): Promise<{ readonly count: number }>;
  interrupt(): void;
  readonly progress: { readonly percentage: number };
  closeSync(): void;
}

/** Returns the reason why tables cannot be queried, as a sentence; null if they can. */
export const whyEngineIsMissing = (): string | null => missingPackage([PACKAGE]);

interface Engine {
  /** @throws DuckDB's error if it is not a single statement that only reads */
  requireReading(sql: string): Promise<void>;
  /** Returns true if a column of the table holds lists of records, as of the turns of a dialogue. */
  holdsLists(): Promise<boolean>;
  /** Writes the result of a query: CSV, or one JSON value per line. */
  write(sql: string, out: string, form: 'csv' | 'json'): Promise<void>;
  /** Returns the progress of the running query, 0 … 100; null if unknown. */
  percentDone(): number | null;
  /** Stops what runs; it fails. */
  interrupt(): void;
  close(): void;
}

/**
 * DuckDB with one table, `data`, and nothing else: no other file, no network, no extension that is not built
 * in, no change of these settings, and half a gigabyte of memory, beyond which it uses the folder.
 * @param file Parquet or CSV; all cells stay text
 */
export async function openEngine(file: string, isParquet: boolean, folder: string): Promise<Engine> {
  const { DuckDBInstance } = createRequire(import.meta.url)(PACKAGE) as DuckDbPackage;
  const database = await DuckDBInstance.create(':memory:', {
    memory_limit: MEMORY_LIMIT,
    threads: String(Math.max(1, Math.min(4, availableParallelism()))),
    temp_directory: folder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  });
  const connection = await database.connect();
  const reader = isParquet ? 'read_parquet' : 'read_csv';
  const options = isParquet ? '' : ', all_varchar = true';
  await connection.run(
    `SET allowed_paths = [${literal(file)}]; SET allowed_directories = [${literal(folder)}]`,
  );
  await connection.run('SET enable_progress_bar = true; SET enable_progress_bar_print = false');
  await connection.run('SET enable_external_access = false; SET lock_configuration = true');
  await connection.run(`CREATE VIEW data AS SELECT * FROM ${reader}(${literal(file)}${options})`);
  return {
    async requireReading(sql) {
      const { count } = await connection.extractStatements(sql);
      if (count !== 1) throw new Error('a query is one statement');
      const prepared = await connection.prepare(sql);
      const { statementType } = prepared;
      prepared.destroySync();
      if (statementType !== SELECT) throw new Error('only a select is allowed');
    },
    async holdsLists() {
      const described = await connection.runAndReadAll('DESCRIBE data');
      return described
        .getRowObjects()
        .some(({ column_type }) => /STRUCT\(.*\)\[\]/s.test(String(column_type)));
    },
    async write(sql, out, form) {
      const layout = form === 'csv' ? "FORMAT csv, HEADER, DELIMITER ','" : 'FORMAT json';
      await connection.run(`COPY (\n${sql}\n) TO ${literal(out)} (${layout})`);
    },
    percentDone() {
      const { percentage } = connection.progress;
      return percentage < 0 ? null : Math.min(100, Math.floor(percentage));
    },
    interrupt: () => connection.interrupt(),
    close() {
      connection.closeSync();
      database.closeSync();
    },
  };
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
