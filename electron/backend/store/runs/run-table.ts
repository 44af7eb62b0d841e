import { z } from 'zod';
import type { RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import {
  allRows,
  allValues,
  change,
  countOf,
  oneRow,
  oneValue,
  parseJson,
  sql,
  theRow,
} from '../statements.ts';

export interface RunKind {
  readonly kind: string;
  /** The tagger, for kinds of runs that several taggers share. */
  readonly tagger: string | null;
  /** True if the run continues after a crash and keeps partial results. */
  readonly lasts: boolean;
  /** True if a purge leaves the settings unchanged, because they contain only names of ours and of models. */
  readonly settingsStay: boolean;
}

/** A run of a machine, with all settings that affected it. It is never overwritten. */
export interface RunRow {
  readonly id: RunId;
  readonly kind: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly inputFingerprint: string;
  readonly state: 'running' | 'done' | 'failed';
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly result: unknown;
}

type RawRun = Omit<RunRow, 'params' | 'result'> & { readonly params: string; readonly result: string | null };

export const runParamsSchema = z.record(z.string(), z.unknown());

const toRun = ({ params, result, ...row }: RawRun): RunRow => ({
  ...row,
  params: parseJson(runParamsSchema, params),
  result: result === null ? null : parseJson(z.unknown(), result),
});

/** Automata of a retrieval index. They are stored so that they can be drawn, and are never the latest automaton. */
export const INDEX_AUTOMATON = 'index-automaton';

/** Automata imported from files: counts without dialogues. Like automata for comparison, they are never the latest. */
export const IMPORTED_AUTOMATON = 'imported-automaton';

const COLUMNS = `id, kind, params, input_fingerprint AS inputFingerprint, state, started_at AS startedAt,
  finished_at AS finishedAt, result`;

/** Newest first, but runs for comparison last. Such a run is current only if there is no other. */
export const NEWEST_FIRST = `ORDER BY params ->> '$.aside', id DESC`;

export interface NewRun {
  readonly kind: string;
  /** With `aside`, the run is only for comparison. It is current only if there is no other run. */
  readonly params: Record<string, unknown>;
  readonly seed: number | null;
  readonly inputFingerprint: string;
  readonly startedAt?: string;
}

export function startRun(database: WriteDatabase, row: NewRun): RunId {
  return theRow(
    oneValue<RunId>(database)`INSERT INTO runs (kind, params, seed, input_fingerprint, state, started_at)
      VALUES (${row.kind}, ${JSON.stringify(row.params)}, ${row.seed}, ${row.inputFingerprint}, 'running',
      ${row.startedAt ?? new Date().toISOString()}) RETURNING id`,
  );
}

export function finishRun(database: WriteDatabase, run: RunId, finishedAt: string, result: unknown): void {
  change(database)`
    UPDATE runs SET state = 'done', finished_at = ${finishedAt}, result = ${JSON.stringify(result)}
    WHERE id = ${run}`;
}

/** Adds figures to the result of a run that was finished without them. */
export function completeResult(database: WriteDatabase, run: RunId, figures: Record<string, unknown>): void {
  for (const [name, figure] of Object.entries(figures))
    change(database)`
      UPDATE runs SET result = json_set(result, ${`$.${name}`}, json(${JSON.stringify(figure)})) WHERE id = ${run}`;
}

/** Records some work as a run. If the work is canceled or fails, the run is deleted. */
export async function asRun<Result>(
  database: WriteDatabase,
  row: NewRun,
  work: (run: RunId) => Promise<Result>,
): Promise<Result> {
  const run = startRun(database, row);
  try {
    return await work(run);
  } catch (error) {
    discardRun(database, run);
    throw error;
  }
}

/** Changes the parameters of an unfinished run. Parameters of the part that is finished must stay. */
export function updateRunParams(database: WriteDatabase, run: RunId, params: Record<string, unknown>): void {
  change(
    database,
  )`UPDATE runs SET params = ${JSON.stringify(params)} WHERE id = ${run} AND state = 'running'`;
}

/** The tables with the results of runs (`run_id`), each before the tables that it refers to. */
export const OF_RUNS = [
  ...['run_tags', 'run_moves', 'run_move_figures', 'run_move_examples', 'run_sentences', 'run_topics'],
  ...['run_vocabulary', 'run_flags', 'run_dialogues', 'vectors', 'encoders', 'automaton_arrays', 'automata'],
  ...['judgements', 'judged_pairs', 'batch_rows', 'batch_items'],
];

/** Deletes a run that did not end, with everything that it wrote. */
export function discardRun(database: WriteDatabase, run: RunId): void {
  database.transaction(() => {
    for (const table of OF_RUNS) change(database)`DELETE FROM ${sql(table)} WHERE run_id = ${run}`;
    change(database)`DELETE FROM runs WHERE id = ${run}`;
  })();
}

/** Returns runs that a crash interrupted and that have to start from the beginning, which are all that do not last. */
export const unfinishedRuns = (database: ReadDatabase, kinds: readonly RunKind[]): RunId[] =>
  allValues<RunId>(database)`SELECT id FROM runs WHERE state = 'running' AND NOT EXISTS (
    SELECT 1 FROM json_each(${JSON.stringify(kinds)}) AS own WHERE own.value ->> 'lasts'
    AND own.value ->> 'kind' = runs.kind
    AND coalesce(own.value ->> 'tagger' = params ->> '$.tagger', own.value ->> 'tagger' IS NULL))`;

export const allRuns = (database: ReadDatabase, kind: string): RunRow[] =>
  allRows<RawRun>(database)`SELECT ${sql(COLUMNS)} FROM runs WHERE kind = ${kind} ORDER BY id DESC`.map(
    toRun,
  );

export function findAnyRun(database: ReadDatabase, kind: string, run: RunId): RunRow | null {
  const row = oneRow<RawRun>(database)`SELECT ${sql(COLUMNS)} FROM runs WHERE id = ${run} AND kind = ${kind}`;
  return row ? toRun(row) : null;
}

export const listRuns = (database: ReadDatabase, kind: string): RunRow[] =>
  allRows<RawRun>(database)`
    SELECT ${sql(COLUMNS)} FROM runs WHERE kind = ${kind} AND state = 'done' ${sql(NEWEST_FIRST)}`.map(toRun);

export const countRuns = (database: ReadDatabase, kind: string): number =>
  countOf(database, `SELECT count(*) FROM runs WHERE kind = ? AND state = 'done'`, kind);

export function findRun(database: ReadDatabase, kind: string, run: RunId): RunRow | null {
  const row = findAnyRun(database, kind, run);
  return row?.state === 'done' ? row : null;
}

export function findAutomaton(database: ReadDatabase, run: RunId): RunRow | null {
  for (const kind of ['automaton', INDEX_AUTOMATON, IMPORTED_AUTOMATON]) {
    const found = findRun(database, kind, run);
    if (found) return found;
  }
  return null;
}

export function latestRun(database: ReadDatabase, kind: string): RunRow | null {
  const row = oneRow<RawRun>(database)`
    SELECT ${sql(COLUMNS)} FROM runs WHERE kind = ${kind} AND state = 'done' ${sql(NEWEST_FIRST)} LIMIT 1`;
  return row ? toRun(row) : null;
}
