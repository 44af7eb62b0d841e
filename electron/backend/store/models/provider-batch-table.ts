import type { RunId } from '#shared/domain/ids.ts';
import type { ProviderBatchStatus } from '../../providers/model/model.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';

/**
 * `submitting`: on its way, its name not known yet; `lost`: it was on its way when the app ended; the rest is as the
 * provider says.
 */
type ProviderBatchState = 'submitting' | 'lost' | ProviderBatchStatus['state'];

interface ProviderBatch {
  readonly id: number;
  readonly run: RunId;
  readonly provider: string;
  readonly remoteId: string | null;
  readonly state: ProviderBatchState;
  readonly requests: number;
  readonly submittedAt: string;
  readonly finishedAt: string | null;
}

const COLUMNS = `id, run_id AS run, provider, remote_id AS remoteId, state, requests,
  submitted_at AS submittedAt, finished_at AS finishedAt`;

export function providerBatchesOf(database: ReadDatabase, run: RunId): ProviderBatch[] {
  return database
    .prepare<[number], ProviderBatch>(`SELECT ${COLUMNS} FROM provider_batches WHERE run_id = ? ORDER BY id`)
    .all(run);
}

/** Handed in, and not ended as far as we know. */
export const isOutstanding = (batch: ProviderBatch): boolean =>
  batch.remoteId !== null && batch.finishedAt === null;

export function addProviderBatch(
  database: WriteDatabase,
  run: RunId,
  provider: string,
  requests: number,
): number {
  return Number(
    database
      .prepare(
        `INSERT INTO provider_batches (run_id, provider, state, requests, submitted_at) VALUES (?, ?, 'submitting', ?, ?)`,
      )
      .run(run, provider, requests, new Date().toISOString()).lastInsertRowid,
  );
}

export function noteSubmitted(
  database: WriteDatabase,
  id: number,
  submitted: { readonly remoteId: string; readonly inputFile: string },
): void {
  database
    .prepare(`UPDATE provider_batches SET remote_id = ?, input_file = ?, state = 'validating' WHERE id = ?`)
    .run(submitted.remoteId, submitted.inputFile, id);
}

export function noteStatus(database: WriteDatabase, id: number, status: ProviderBatchStatus): void {
  database
    .prepare('UPDATE provider_batches SET state = ?, output_file = ?, error_file = ? WHERE id = ?')
    .run(status.state, status.outputFile, status.errorFile, id);
}

/** Its answers are in, or there will be none. */
export function noteEnded(database: WriteDatabase, id: number, state: ProviderBatchState): void {
  database
    .prepare('UPDATE provider_batches SET state = ?, finished_at = ? WHERE id = ?')
    .run(state, new Date().toISOString(), id);
}
