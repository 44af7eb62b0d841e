import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import type { TableQuery } from '#shared/contract/corpus.ts';
import { missingPackage } from '../../machine/optional-packages.ts';

const EVERYTHING = 'SELECT * FROM data';

export const personsQuery = ({ sql }: Pick<TableQuery, 'sql'>): string =>
  sql?.trim().replace(/;+\s*$/, '') || EVERYTHING;

export const firstRows = (query: TableQuery, rows: number): string =>
  `SELECT * FROM (\n${personsQuery(query)}\n) AS queried LIMIT ${rows}`;

/**
 * Returns SQL, for DuckDB and PostgreSQL, of a query's rows or of a sample of whole dialogues. The sample has the
 * smallest hashes of seed and name; a sample by a field keeps the share of each value.
 */
export function chosenRows(query: TableQuery, conversation: string | null): string {
  const limit = query.limit === null ? '' : ` LIMIT ${query.limit}`;
  const { sample } = query;
  if (sample === null || conversation === null)
    return `SELECT * FROM (\n${personsQuery(query)}\n) AS queried${limit}`;
  const id = `CAST(${name(conversation)} AS VARCHAR)`;
  const value =
    sample.by === null ? "CAST('' AS VARCHAR)" : `coalesce(CAST(${name(sample.by)} AS VARCHAR), '')`;
  return `WITH queried AS NOT MATERIALIZED (\n${personsQuery(query)}\n),
drawn AS (SELECT ${id} AS id, min(${value}) AS stratum FROM queried WHERE ${name(conversation)} IS NOT NULL GROUP BY 1),
hashed AS (SELECT id, stratum, md5('${sample.seed}:' || id) AS draw FROM drawn),
placed AS (SELECT id, draw, (row_number() OVER (PARTITION BY stratum ORDER BY draw, id) - 0.5) / count(*) OVER (PARTITION BY stratum) AS place FROM hashed),
chosen AS (SELECT id FROM placed ORDER BY place, draw, id LIMIT ${sample.dialogues})
SELECT * FROM queried WHERE ${id} IN (SELECT id FROM chosen)${limit}`;
}

const name = (column: string): string => `"${column.replaceAll('"', '""')}"`;

const PACKAGE = '@duckdb/node-api';
const MEMORY_LIMIT = '512MB';
const SELECT = 1;

/** The part of the package that is used. */
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

export const whyEngineIsMissing = (): string | null => missingPackage([PACKAGE]);

export type Engine = Awaited<ReturnType<typeof openEngine>>;

/**
 * Opens DuckDB with the only table `data`, without other files, network or extensions. It uses half a gigabyte of
 * memory before it uses the folder. With another limit, rows may come in any order.
 */
export async function openEngine(
  file: string,
  isParquet: boolean,
  folder: string,
  memory: string | null = null,
) {
  const { DuckDBInstance } = createRequire(import.meta.url)(PACKAGE) as DuckDbPackage;
  const database = await DuckDBInstance.create(':memory:', {
    memory_limit: memory ?? MEMORY_LIMIT,
    preserve_insertion_order: String(memory === null),
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
  const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjects();
  return {
    async requireReading(sql: string) {
      const { count } = await connection.extractStatements(sql);
      if (count !== 1) throw new Error('a query is one statement');
      const prepared = await connection.prepare(sql);
      const { statementType } = prepared;
      prepared.destroySync();
      if (statementType !== SELECT) throw new Error('only a select is allowed');
    },
    async holdsLists() {
      const described = await rows('DESCRIBE data');
      return described.some(({ column_type }) => /STRUCT\(.*\)\[\]/s.test(String(column_type)));
    },
    async run(sql: string) {
      await connection.run(sql);
    },
    rows,
    async write(sql: string, out: string, form: 'csv' | 'json') {
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
