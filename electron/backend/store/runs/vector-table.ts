import type { DialogueId, RunId, TurnId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { allRows, allValues, change, countOf, eachRaw, oneRow, oneValue } from '../statements.ts';
import { finishRun, startRun } from './run-table.ts';

export interface StoredVectors {
  readonly encoder: string;
  readonly fingerprint: string;
  readonly dimensions: number;
  /** The model that the encoder needs for queries; null if it needs none. */
  readonly model: Uint8Array | null;
  readonly turnIds: Int32Array;
  readonly vectors: Float32Array;
}

export function saveEncoder(
  database: WriteDatabase,
  run: RunId,
  { encoder, fingerprint, dimensions, model }: Omit<StoredVectors, 'turnIds' | 'vectors'>,
): void {
  change(database)`INSERT INTO encoders (run_id, name, fingerprint, dimensions, model)
    VALUES (${run}, ${encoder}, ${fingerprint}, ${dimensions}, ${model})`;
}

/** Writes the vectors `start … end-1`, in one transaction. */
export function saveVectors(
  database: WriteDatabase,
  run: RunId,
  { turnIds, vectors, dimensions }: Pick<StoredVectors, 'turnIds' | 'vectors' | 'dimensions'>,
  start: number,
  end: number,
): void {
  const bytes = Buffer.from(vectors.buffer, vectors.byteOffset, vectors.byteLength);
  const width = 4 * dimensions;
  database.transaction(() => {
    for (let at = start; at < end; at++)
      change(database)`
        INSERT INTO vectors (run_id, round_id, vector)
        VALUES (${run}, ${turnIds[at]!}, ${bytes.subarray(at * width, (at + 1) * width)})`;
  })();
}

/** Returns the vectors of a finished run with this fingerprint; null if there are none. */
export function loadVectors(database: ReadDatabase, fingerprint: string): StoredVectors | null {
  const head = oneRow<{ run: RunId; encoder: string; dimensions: number; model: Buffer | null }>(database)`
    SELECT e.run_id AS run, e.name AS encoder, e.dimensions, e.model
    FROM encoders e JOIN runs r ON r.id = e.run_id
    WHERE e.fingerprint = ${fingerprint} AND r.state = 'done' ORDER BY e.run_id DESC LIMIT 1`;
  if (!head) return null;
  const { run, encoder, dimensions, model } = head;
  const count = countVectors(database, run);
  const turnIds = new Int32Array(count);
  const vectors = new Float32Array(count * dimensions);
  const bytes = new Uint8Array(vectors.buffer);
  const width = 4 * dimensions;
  let at = 0;
  for (const [turn, vector] of eachRaw<[number, Buffer]>(database)`
    SELECT round_id, vector FROM vectors WHERE run_id = ${run} ORDER BY round_id`) {
    if (vector.byteLength !== width) return null;
    turnIds[at] = turn;
    bytes.set(vector, at * width);
    at++;
  }
  return { encoder, fingerprint, dimensions, model, turnIds, vectors };
}

export function outdatedEncoderRuns(database: ReadDatabase, encoder: string, fingerprint: string): RunId[] {
  return allValues<RunId>(database)`
    SELECT run_id FROM encoders WHERE name = ${encoder} AND fingerprint <> ${fingerprint}`;
}

type EncoderRow = Pick<StoredVectors, 'encoder' | 'fingerprint' | 'dimensions'>;

/** Returns the run to which an encoder adds its vectors; null if it has not started. */
export function encoderRun(database: ReadDatabase, fingerprint: string): RunId | null {
  return (
    oneValue<RunId>(database)`
      SELECT run_id FROM encoders WHERE fingerprint = ${fingerprint} ORDER BY run_id LIMIT 1` ?? null
  );
}

/** Returns or creates an encoder's run, which is finished from the start, because each vector can be used alone. */
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

export function clearVectors(database: WriteDatabase, run: RunId): void {
  change(database)`DELETE FROM vectors WHERE run_id = ${run}`;
}

/** Stores the length of the run's vectors if it is unknown. Returns false if the stored length differs. */
export function agreeOnDimensions(database: WriteDatabase, run: RunId, dimensions: number): boolean {
  change(database)`UPDATE encoders SET dimensions = ${dimensions} WHERE run_id = ${run} AND dimensions = 0`;
  return oneValue<number>(database)`SELECT dimensions FROM encoders WHERE run_id = ${run}` === dimensions;
}

export function vectorOfTurn(database: ReadDatabase, fingerprint: string, turn: TurnId): Float32Array | null {
  const kept = oneValue<Buffer>(database)`
    SELECT vector FROM vectors WHERE run_id = ${encoderRun(database, fingerprint)} AND round_id = ${turn}`;
  return kept === undefined ? null : new Float32Array(new Uint8Array(kept).buffer);
}

export interface Encodable {
  readonly dialogue: DialogueId;
  readonly externalId: string;
  readonly turnId: TurnId;
  readonly turn: number;
  readonly encoded: 0 | 1;
}

/** Returns system turns after a user turn, and whether `run` has their vector. Sorted by dialogue and turn. */
export function encodableTurns(database: ReadDatabase, run: RunId | null): Encodable[] {
  return allRows<Encodable>(database)`
    SELECT r.dialogue_id AS dialogue, d.external_id AS externalId, r.id AS turnId, r.position AS turn,
      EXISTS (SELECT 1 FROM vectors v WHERE v.run_id = ${run} AND v.round_id = r.id) AS encoded
    FROM rounds r
    JOIN rounds before ON before.dialogue_id = r.dialogue_id AND before.position = r.position - 1
    JOIN dialogues d ON d.id = r.dialogue_id
    WHERE r.role = 0 AND before.role = 1
    ORDER BY r.dialogue_id, r.position`;
}

/** Returns all turns that the run of answers did not encode. Sorted by dialogue and turn. */
export const encodableOtherTurns = (
  database: ReadDatabase,
  { turns, otherTurns }: EncoderRuns,
): Encodable[] => allRows<Encodable>(database)`
  SELECT r.dialogue_id AS dialogue, d.external_id AS externalId, r.id AS turnId, r.position + 1 AS turn,
    EXISTS (SELECT 1 FROM vectors v WHERE v.run_id = ${otherTurns} AND v.round_id = r.id) AS encoded
  FROM rounds r JOIN dialogues d ON d.id = r.dialogue_id
  WHERE NOT EXISTS (SELECT 1 FROM rounds after JOIN vectors v ON v.run_id = ${turns} AND v.round_id = after.id
    WHERE after.dialogue_id = r.dialogue_id AND after.position = r.position + 1)
  ORDER BY r.dialogue_id, r.position`;

/** The runs of one encoder; null if there is none. */
export interface EncoderRuns {
  readonly turns: RunId | null;
  readonly otherTurns: RunId | null;
}

/** Vectors of turns by their own words. Each vector has length 1, or 0 for a turn without words. */
export interface TurnVectors {
  readonly dimensions: number;
  /** One distinct id per vector, in no order. */
  readonly turnIds: Int32Array;
  readonly roles: Uint8Array;
  readonly vectors: Float32Array;
}

export function loadTurnVectors(
  database: ReadDatabase,
  { turns, otherTurns }: EncoderRuns,
): TurnVectors | null {
  const most = countVectors(database, turns) + countVectors(database, otherTurns);
  const dimensions =
    oneValue<number>(
      database,
    )`SELECT max(dimensions) FROM encoders WHERE run_id IN (${turns}, ${otherTurns})` ?? 0;
  if (most === 0 || dimensions === 0) return null;
  const width = 4 * dimensions;
  const turnIds = new Int32Array(most);
  const roles = new Uint8Array(most);
  const vectors = new Float32Array(most * dimensions);
  const bytes = new Uint8Array(vectors.buffer);
  const known = new Set<number>();
  const keep = (rows: Iterable<[number, number, Buffer]>): void => {
    for (const [turn, role, vector] of rows) {
      if (known.has(turn) || vector.byteLength !== width) continue;
      turnIds[known.size] = turn;
      roles[known.size] = role;
      bytes.set(vector, known.size * width);
      known.add(turn);
    }
  };
  keep(eachRaw<[number, number, Buffer]>(database)`
    SELECT r.id, r.role, v.vector FROM vectors v JOIN rounds r ON r.id = v.round_id WHERE v.run_id = ${otherTurns}`);
  keep(eachRaw<[number, number, Buffer]>(database)`
    SELECT before.id, before.role, v.vector FROM vectors v JOIN rounds r ON r.id = v.round_id
    JOIN rounds before ON before.dialogue_id = r.dialogue_id AND before.position = r.position - 1
    WHERE v.run_id = ${turns}`);
  const found = known.size;
  return {
    dimensions,
    turnIds: turnIds.subarray(0, found),
    roles: roles.subarray(0, found),
    vectors: vectors.subarray(0, found * dimensions),
  };
}

const EVERY_TURN = ', every round';

/** Returns the fingerprint for the vectors of turns that have no vector as an answer. */
export const everyTurnOf = (fingerprint: string): string => `${fingerprint}${EVERY_TURN}`;

export const supportVectorsOf = (fingerprint: string): string =>
  everyTurnOf(`${fingerprint}, support tagger`);

/** Returns a function that deletes the vectors of a changed turn and of the next system turn. */
export function vectorForgetter(database: WriteDatabase): (turn: TurnId) => void {
  return (turn) => {
    change(database)`
      DELETE FROM vectors
      WHERE run_id IN (SELECT run_id FROM encoders WHERE fingerprint LIKE '%' || ${EVERY_TURN}) AND
        round_id = ${turn}`;
    change(database)`
      DELETE FROM vectors
      WHERE run_id IN (SELECT run_id FROM encoders WHERE fingerprint NOT LIKE '%' || ${EVERY_TURN}) AND
        round_id = (SELECT after.id FROM rounds r JOIN rounds after ON after.dialogue_id = r.dialogue_id
        AND after.position = r.position + 1 WHERE r.id = ${turn})`;
  };
}

export function countVectors(database: ReadDatabase, run: RunId | null): number {
  return countOf(database, 'SELECT count(*) FROM vectors WHERE run_id = ?', run);
}

export const hasVectors = (database: ReadDatabase, run: RunId | null): boolean =>
  oneValue(database)`SELECT 1 FROM vectors WHERE run_id = ${run} LIMIT 1` !== undefined;

export function copyVector(database: WriteDatabase, run: RunId, from: TurnId, to: readonly TurnId[]): void {
  for (const turn of to)
    change(database)`
      INSERT INTO vectors (run_id, round_id, vector) SELECT run_id, ${turn}, vector FROM vectors
      WHERE run_id = ${run} AND round_id = ${from}`;
}
