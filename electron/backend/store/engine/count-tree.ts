import type { CountedTree } from '#shared/algorithms/learning/learn-from-counts.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Engine } from './duckdb.ts';

/** More nodes than this would not fit into memory during learning. */
const MOST_NODES = 1_000_000;
/** By default, a path is followed as long as at least one in this many dialogues takes it. */
const ONE_OF = 100_000;
const MAX_INT32 = 2 ** 31 - 1;

const invalid = (message: string, nextStep: string): DialogramError =>
  new DialogramError('INVALID', message, { nextStep });

interface TreeCounts extends Omit<CountedTree, 'turns'> {
  readonly turns: readonly string[];
  readonly dialogues: number;
  readonly turnsInAll: number;
  readonly leastDialogues: number;
}

const HOW =
  "Write a query with a column named “path”, such as “select list(speaker || ': ' || tag order by time) as path from data group by conversation”.";

/**
 * Counts the prefix tree of dialogues in the database, level by level. The query has the column `path`, and optionally
 * `dialogues`, the number of dialogues with this path. `least` is the minimum number of dialogues of a path; null for
 * one in 100,000.
 */
export async function countTree(engine: Engine, sql: string, least: number | null): Promise<TreeCounts> {
  const asked = `(\n${sql}\n) AS asked`;
  const columns = new Map(
    (await engine.rows(`DESCRIBE SELECT * FROM ${asked}`)).map(({ column_name, column_type }) => [
      String(column_name),
      String(column_type),
    ]),
  );
  const type = columns.get('path');
  if (type === undefined) throw invalid('There is no column "path".', HOW);
  const path = type.endsWith('[]') ? 'CAST(path AS VARCHAR[])' : `from_json(path, '["VARCHAR"]')`;
  const dialogues = columns.has('dialogues') ? 'CAST(dialogues AS BIGINT)' : '1';
  const rows = `(SELECT ${path} AS path, ${dialogues} AS n FROM ${asked} WHERE path IS NOT NULL)`;
  await engine.run(
    `CREATE TYPE told AS ENUM (SELECT turn FROM (SELECT DISTINCT unnest(path) AS turn FROM ${rows}) WHERE turn IS NOT NULL ORDER BY turn)`,
  );
  await engine.run(
    `CREATE TEMP TABLE going AS SELECT 0 AS node, rest, sum(n)::BIGINT AS n FROM (SELECT CAST(path AS told[]) AS rest, n FROM ${rows} WHERE n > 0) GROUP BY rest`,
  );
  const [all] = await engine.rows(
    'SELECT sum(n)::DOUBLE AS dialogues, sum(n * len(rest))::DOUBLE AS turns, (sum(n) FILTER (len(rest) = 0))::DOUBLE AS ends FROM going',
  );
  const total = Number(all?.dialogues ?? 0);
  if (total === 0) throw invalid('There are no dialogues.', HOW);
  if (total > MAX_INT32)
    throw invalid(
      `There are more than ${MAX_INT32} dialogues.`,
      'Count only some of the dialogues, such as those from one year.',
    );
  const leastDialogues = least ?? Math.max(1, Math.ceil(total / ONE_OF));
  const turns = (await engine.rows('SELECT unnest(enum_range(NULL::told))::VARCHAR AS turn')).map(
    ({ turn }) => String(turn),
  );
  const numbers = new Map(turns.map((turn, at) => [turn, at]));
  const [parents, turnOf, ends, counts] = [[-1], [-1], [Number(all?.ends ?? 0)], [total]];
  for (let size = 0; size < parents.length; ) {
    size = parents.length;
    await engine.run(
      `CREATE OR REPLACE TEMP TABLE level AS SELECT (row_number() OVER (ORDER BY node, turn))::INT + ${size - 1} AS id, * FROM (
        SELECT node, rest[1] AS turn, sum(n)::BIGINT AS n, sum(CASE WHEN len(rest) = 1 THEN n ELSE 0 END) AS ends
        FROM going WHERE len(rest) > 0 GROUP BY ALL HAVING sum(n) >= ${leastDialogues})`,
    );
    const found = await engine.rows(
      'SELECT node, turn::VARCHAR AS turn, n::DOUBLE AS n, ends::DOUBLE AS ends FROM level ORDER BY id',
    );
    if (size + found.length > MOST_NODES)
      throw invalid(
        `More than ${MOST_NODES} paths have at least ${leastDialogues} dialogues each.`,
        'Raise the minimum number of dialogues per path.',
      );
    for (const { node, turn, n, ends: ended } of found) {
      parents.push(Number(node));
      turnOf.push(numbers.get(String(turn)) ?? -1);
      counts.push(Number(n));
      ends.push(Number(ended));
    }
    await engine.run(
      `CREATE OR REPLACE TEMP TABLE going AS SELECT level.id AS node, rest[2:] AS rest, going.n AS n
        FROM going JOIN level ON going.node = level.node AND rest[1] = level.turn WHERE len(rest) > 1`,
    );
  }
  const cut = counts.map((count, node) => count - (ends[node] ?? 0));
  for (const [node, parent] of parents.entries())
    if (node > 0) cut[parent] = (cut[parent] ?? 0) - (counts[node] ?? 0);
  return {
    turns,
    parents: Int32Array.from(parents),
    turnOf: Int32Array.from(turnOf),
    ends: Int32Array.from(ends),
    cut: Int32Array.from(cut),
    dialogues: total,
    turnsInAll: Number(all?.turns ?? 0),
    leastDialogues,
  };
}
