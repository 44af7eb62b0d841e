import type { TableQuery } from '#shared/contract/corpus.ts';

/** The default query. */
const EVERYTHING = 'SELECT * FROM data';

/** The person's query, without the semicolon that people end one with. */
export const personsQuery = ({ sql }: Pick<TableQuery, 'sql'>): string =>
  sql?.trim().replace(/;+\s*$/, '') || EVERYTHING;

/** Returns SQL for the first rows of a query, for display. */
export const firstRows = (query: TableQuery, rows: number): string =>
  `SELECT * FROM (\n${personsQuery(query)}\n) AS queried LIMIT ${rows}`;

/**
 * The rows of a query, or whole dialogues drawn from them: those with the smallest hash of the seed and their
 * name, so that the same seed draws the same of the same rows. If a field is given, each of its values gets
 * its share: dialogues are ordered by their rank among those with the same value. The SQL works in DuckDB and
 * PostgreSQL.
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
