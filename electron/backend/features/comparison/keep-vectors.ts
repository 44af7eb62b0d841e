import { breathe } from '../../jobs/breather.ts';
import type { JobContext } from '../../jobs/job.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { discardRun, finishRun, startRun } from '../../store/runs/run-table.ts';
import {
  outdatedEncoderRuns,
  type StoredVectors,
  saveEncoder,
  saveVectors,
} from '../../store/runs/vector-table.ts';

const VECTORS_PER_CHUNK = 2000;

/** Stores vectors as a run, and deletes vectors of outdated text. */
export async function keepVectors(
  database: WriteDatabase,
  stored: StoredVectors,
  context: JobContext,
): Promise<void> {
  const { encoder, fingerprint, dimensions } = stored;
  const run = startRun(database, {
    kind: 'embedding',
    params: { encoder, dimensions },
    seed: null,
    inputFingerprint: fingerprint,
  });
  try {
    saveEncoder(database, run, stored);
    const total = stored.roundIds.length;
    for (let start = 0; start < total; start += VECTORS_PER_CHUNK) {
      const end = Math.min(total, start + VECTORS_PER_CHUNK);
      saveVectors(database, run, stored, start, end);
      context.report({ phase: 'keeping the vectors', done: end, total, unit: 'vectors' });
      await breathe();
      context.signal.throwIfAborted();
    }
    finishRun(database, run, new Date().toISOString(), { vectors: total });
    for (const outdated of outdatedEncoderRuns(database, encoder, fingerprint))
      discardRun(database, outdated);
  } catch (error) {
    discardRun(database, run);
    throw error;
  }
}
