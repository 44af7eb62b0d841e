import type { RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';

/** What a machine did, with all that shaped it; never overwritten. */
export interface RunRow {
  readonly id: RunId;
  readonly kind: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly inputFingerprint: string;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly result: unknown;
}

interface RawRun {
  id: number;
  kind: string;
  params: string;
  input_fingerprint: string;
  started_at: string;
  finished_at: string | null;
  result: string | null;
}

const toRun = (row: RawRun): RunRow => ({
  id: row.id as RunId,
  kind: row.kind,
  params: JSON.parse(row.params),
  inputFingerprint: row.input_fingerprint,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  result: row.result === null ? null : JSON.parse(row.result),
});

/** Automata of a retrieval index: kept to be drawn, never the latest automaton, which is a person's. */
export const INDEX_AUTOMATON = 'index-automaton';

const COLUMNS = 'id, kind, params, input_fingerprint, started_at, finished_at, result';

export function startRun(
  database: WriteDatabase,
  row: {
    kind: string;
    params: Record<string, unknown>;
    seed: number | null;
    inputFingerprint: string;
    startedAt: string;
  },
): RunId {
  return Number(
    database
      .prepare(
        `INSERT INTO runs (kind, params, seed, input_fingerprint, state, started_at) VALUES (?, ?, ?, ?, 'running', ?)`,
      )
      .run(row.kind, JSON.stringify(row.params), row.seed, row.inputFingerprint, row.startedAt)
      .lastInsertRowid,
  ) as RunId;
}

export function finishRun(database: WriteDatabase, run: RunId, finishedAt: string, result: unknown): void {
  database
    .prepare(`UPDATE runs SET state = 'done', finished_at = ?, result = ? WHERE id = ?`)
    .run(finishedAt, JSON.stringify(result), run);
}

/** Changes what a run that has not ended is to do; what shaped its finished part must stay. */
export function updateRunParams(database: WriteDatabase, run: RunId, params: Record<string, unknown>): void {
  database
    .prepare(`UPDATE runs SET params = ? WHERE id = ? AND state = 'running'`)
    .run(JSON.stringify(params), run);
}

/** Removes a run that did not end, with all it had written. */
export function discardRun(database: WriteDatabase, run: RunId): void {
  database.transaction(() => {
    database.prepare('DELETE FROM run_tags WHERE run_id = ?').run(run);
    database.prepare('DELETE FROM run_vocabulary WHERE run_id = ?').run(run);
    database.prepare('DELETE FROM automaton_arrays WHERE run_id = ?').run(run);
    database.prepare('DELETE FROM automata WHERE run_id = ?').run(run);
    database.prepare('DELETE FROM vectors WHERE run_id = ?').run(run);
    database.prepare('DELETE FROM encoders WHERE run_id = ?').run(run);
    database.prepare('DELETE FROM runs WHERE id = ?').run(run);
  })();
}

/** Runs that a crash left behind and that start over; those of the model tagger, of batches and of judges go on. */
export function unfinishedRuns(database: ReadDatabase): RunId[] {
  return database
    .prepare(`SELECT id FROM runs WHERE state = 'running' AND kind NOT IN ('batch', 'judging')
       AND coalesce(params ->> '$.tagger', '') <> 'model'`)
    .pluck()
    .all() as RunId[];
}

/** Finished runs of a kind, newest first. */
export function listRuns(database: ReadDatabase, kind: string): RunRow[] {
  return database
    .prepare<[string], RawRun>(
      `SELECT ${COLUMNS} FROM runs WHERE kind = ? AND state = 'done' ORDER BY id DESC`,
    )
    .all(kind)
    .map(toRun);
}

export function findRun(database: ReadDatabase, kind: string, run: RunId): RunRow | null {
  const row = database
    .prepare<[number, string], RawRun>(
      `SELECT ${COLUMNS} FROM runs WHERE id = ? AND kind = ? AND state = 'done'`,
    )
    .get(run, kind);
  return row ? toRun(row) : null;
}

export function latestRun(database: ReadDatabase, kind: string): RunRow | null {
  const row = database
    .prepare<[string], RawRun>(
      `SELECT ${COLUMNS} FROM runs WHERE kind = ? AND state = 'done' ORDER BY id DESC LIMIT 1`,
    )
    .get(kind);
  return row ? toRun(row) : null;
}
