import type { DialogueId, RoundId, RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { allRows, allValues, change, countOf, eachRaw, oneValue } from '../statements.ts';
import { finishRun, startRun } from './run-table.ts';

/** Vectors as they are kept: one a round, all of one encoder. */
export interface StoredVectors {
  readonly encoder: string;
  readonly fingerprint: string;
  readonly dimensions: number;
  /** What the encoder needs to encode a query; null where it needs nothing. */
  readonly model: Uint8Array | null;
  /** length = vectors; distinct */
  readonly roundIds: Int32Array;
  /** length = vectors · dimensions, row-major */
  readonly vectors: Float32Array;
}

export function saveEncoder(
  database: WriteDatabase,
  run: RunId,
  { encoder, fingerprint, dimensions, model }: Omit<StoredVectors, 'roundIds' | 'vectors'>,
): void {
  change(database)`INSERT INTO encoders (run_id, name, fingerprint, dimensions, model)
    VALUES (${run}, ${encoder}, ${fingerprint}, ${dimensions}, ${model})`;
}

/** Writes the vectors `start … end-1`, in one transaction. */
export function saveVectors(
  database: WriteDatabase,
  run: RunId,
  { roundIds, vectors, dimensions }: Pick<StoredVectors, 'roundIds' | 'vectors' | 'dimensions'>,
  start: number,
  end: number,
): void {
  const insert = database.prepare('INSERT INTO vectors (run_id, round_id, vector) VALUES (?, ?, ?)');
  const bytes = Buffer.from(vectors.buffer, vectors.byteOffset, vectors.byteLength);
  const width = 4 * dimensions;
  database.transaction(() => {
    for (let at = start; at < end; at++)
      insert.run(run, roundIds[at], bytes.subarray(at * width, (at + 1) * width));
  })();
}

/** The vectors kept under a fingerprint by a run that ended; null where there are none. */
export function loadVectors(database: ReadDatabase, fingerprint: string): StoredVectors | null {
  const head = database
    .prepare<[string], { run: RunId; encoder: string; dimensions: number; model: Buffer | null }>(
      `SELECT e.run_id AS run, e.name AS encoder, e.dimensions, e.model FROM encoders e JOIN runs r ON r.id = e.run_id
       WHERE e.fingerprint = ? AND r.state = 'done' ORDER BY e.run_id DESC LIMIT 1`,
    )
    .get(fingerprint);
  if (!head) return null;
  const { run, encoder, dimensions, model } = head;
  const count = countVectors(database, run);
  const roundIds = new Int32Array(count);
  const vectors = new Float32Array(count * dimensions);
  const bytes = new Uint8Array(vectors.buffer);
  const width = 4 * dimensions;
  let at = 0;
  for (const [round, vector] of eachRaw<[number, Buffer]>(database)`
    SELECT round_id, vector FROM vectors WHERE run_id = ${run} ORDER BY round_id`) {
    if (vector.byteLength !== width) return null;
    roundIds[at] = round;
    bytes.set(vector, at * width);
    at++;
  }
  return { encoder, fingerprint, dimensions, model, roundIds, vectors };
}

/** Runs of an encoder whose vectors lie under another fingerprint: nothing will ask for them again. */
export function outdatedEncoderRuns(database: ReadDatabase, encoder: string, fingerprint: string): RunId[] {
  return allValues<RunId>(database)`
    SELECT run_id FROM encoders WHERE name = ${encoder} AND fingerprint <> ${fingerprint}`;
}

type EncoderRow = Pick<StoredVectors, 'encoder' | 'fingerprint' | 'dimensions'>;

/** The run that an encoder's growing vectors belong to; null where none was begun. */
export function encoderRun(database: ReadDatabase, fingerprint: string): RunId | null {
  return (
    oneValue<RunId>(database)`
      SELECT run_id FROM encoders WHERE fingerprint = ${fingerprint} ORDER BY run_id LIMIT 1` ?? null
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

/** Notes how many numbers a vector of the run has, where that is not known yet; false where it has others. */
export function agreeOnDimensions(database: WriteDatabase, run: RunId, dimensions: number): boolean {
  change(database)`UPDATE encoders SET dimensions = ${dimensions} WHERE run_id = ${run} AND dimensions = 0`;
  return oneValue<number>(database)`SELECT dimensions FROM encoders WHERE run_id = ${run}` === dimensions;
}

/** The vector that a round has under a fingerprint; null where it has none. */
export function vectorOfRound(
  database: ReadDatabase,
  fingerprint: string,
  round: RoundId,
): Float32Array | null {
  const kept = oneValue<Buffer>(database)`
    SELECT vector FROM vectors WHERE run_id = ${encoderRun(database, fingerprint)} AND round_id = ${round}`;
  return kept === undefined ? null : new Float32Array(new Uint8Array(kept).buffer);
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
  return allRows<EncodableTurn>(database)`
    SELECT r.dialogue_id AS dialogue, d.external_id AS externalId, r.id AS roundId, r.position AS round,
      EXISTS (SELECT 1 FROM vectors v WHERE v.run_id = ${run} AND v.round_id = r.id) AS encoded
    FROM rounds r
    JOIN rounds before ON before.dialogue_id = r.dialogue_id AND before.position = r.position - 1
    JOIN dialogues d ON d.id = r.dialogue_id
    WHERE r.role = 0 AND before.role = 1
    ORDER BY r.dialogue_id, r.position`;
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
