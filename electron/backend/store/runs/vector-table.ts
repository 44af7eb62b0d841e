import type { RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { countOf } from '../statements.ts';

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
  database
    .prepare('INSERT INTO encoders (run_id, name, fingerprint, dimensions, model) VALUES (?, ?, ?, ?, ?)')
    .run(run, encoder, fingerprint, dimensions, model);
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
  const count = countOf(database, 'SELECT count(*) FROM vectors WHERE run_id = ?', run);
  const roundIds = new Int32Array(count);
  const vectors = new Float32Array(count * dimensions);
  const bytes = new Uint8Array(vectors.buffer);
  const width = 4 * dimensions;
  let at = 0;
  for (const [round, vector] of database
    .prepare<unknown[], [number, Buffer]>(
      'SELECT round_id, vector FROM vectors WHERE run_id = ? ORDER BY round_id',
    )
    .raw()
    .iterate(run)) {
    if (vector.byteLength !== width) return null;
    roundIds[at] = round;
    bytes.set(vector, at * width);
    at++;
  }
  return { encoder, fingerprint, dimensions, model, roundIds, vectors };
}

/** Runs of an encoder whose vectors lie under another fingerprint: nothing will ask for them again. */
export function outdatedEncoderRuns(database: ReadDatabase, encoder: string, fingerprint: string): RunId[] {
  return database
    .prepare<unknown[], RunId>('SELECT run_id FROM encoders WHERE name = ? AND fingerprint <> ?')
    .pluck()
    .all(encoder, fingerprint);
}
