import type { DialogueId, RoundId, RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { countOf } from '../statements.ts';
import { finishRun, startRun } from './run-table.ts';
import { type StoredVectors, saveEncoder } from './vector-table.ts';

type EncoderRow = Pick<StoredVectors, 'encoder' | 'fingerprint' | 'dimensions'>;

/** The run that an encoder's growing vectors belong to; null where none was begun. */
export function encoderRun(database: ReadDatabase, fingerprint: string): RunId | null {
  return (
    database
      .prepare<[string], RunId>('SELECT run_id FROM encoders WHERE fingerprint = ? ORDER BY run_id LIMIT 1')
      .pluck()
      .get(fingerprint) ?? null
  );
}

/**
 * The run of an encoder, begun where there is none. It counts as done from its first moment: each vector is whole by
 * itself, so that what is there may be used and what is missing be asked for, also after a crash.
 */
export function beginEncoderRun(database: WriteDatabase, row: EncoderRow): RunId {
  return database.transaction(() => {
    const known = encoderRun(database, row.fingerprint);
    if (known !== null) return known;
    const now = new Date().toISOString();
    const { encoder, fingerprint, dimensions } = row;
    const run = startRun(database, {
      kind: 'embedding',
      params: { encoder, dimensions },
      seed: null,
      inputFingerprint: fingerprint,
      startedAt: now,
    });
    saveEncoder(database, run, { ...row, model: null });
    finishRun(database, run, now, null);
    return run;
  })();
}

/** A system round that follows a user round, and whether a run has a vector for it. */
export interface EncodableTurn {
  readonly dialogue: DialogueId;
  readonly externalId: string;
  readonly roundId: RoundId;
  /** Index of the system round in its dialogue, from 0. */
  readonly round: number;
  readonly encoded: 0 | 1;
}

/** By dialogue and round; `run` null stands for one that has none. */
export function encodableTurns(database: ReadDatabase, run: RunId | null): EncodableTurn[] {
  return database
    .prepare<unknown[], EncodableTurn>(
      `SELECT r.dialogue_id AS dialogue, d.external_id AS externalId, r.id AS roundId, r.position AS round,
         EXISTS (SELECT 1 FROM vectors v WHERE v.run_id = ? AND v.round_id = r.id) AS encoded
       FROM rounds r
       JOIN rounds before ON before.dialogue_id = r.dialogue_id AND before.position = r.position - 1
       JOIN dialogues d ON d.id = r.dialogue_id
       WHERE r.role = 0 AND before.role = 1
       ORDER BY r.dialogue_id, r.position`,
    )
    .all(run);
}

export function countVectors(database: ReadDatabase, run: RunId | null): number {
  return countOf(database, 'SELECT count(*) FROM vectors WHERE run_id = ?', run);
}

/** Gives rounds the vector that another round of the run has. */
export function copyVector(database: WriteDatabase, run: RunId, from: RoundId, to: readonly RoundId[]): void {
  const insert = database.prepare(
    'INSERT INTO vectors (run_id, round_id, vector) SELECT run_id, ?, vector FROM vectors WHERE run_id = ? AND round_id = ?',
  );
  for (const round of to) insert.run(round, run, from);
}
