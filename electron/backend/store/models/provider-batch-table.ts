import type { RunId } from '#shared/domain/ids.ts';
import type { ProviderBatchStatus } from '../../providers/model/model.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { allRows, change, sql } from '../statements.ts';

/** `submitting`: the provider has not named the batch yet; `lost`: the app ended before the provider did. */
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
  return allRows<ProviderBatch>(database)`
    SELECT ${sql(COLUMNS)} FROM provider_batches WHERE run_id = ${run} ORDER BY id`;
}

export const isOutstanding = (batch: ProviderBatch): boolean =>
  batch.remoteId !== null && batch.finishedAt === null;

export function addProviderBatch(
  database: WriteDatabase,
  run: RunId,
  provider: string,
  requests: number,
): number {
  return Number(
    change(database)`INSERT INTO provider_batches (run_id, provider, state, requests, submitted_at)
      VALUES (${run}, ${provider}, 'submitting', ${requests}, ${new Date().toISOString()})`.lastInsertRowid,
  );
}

export function noteSubmitted(
  database: WriteDatabase,
  id: number,
  submitted: { readonly remoteId: string; readonly inputFile: string },
): void {
  change(database)`UPDATE provider_batches
    SET remote_id = ${submitted.remoteId}, input_file = ${submitted.inputFile}, state = 'validating'
    WHERE id = ${id}`;
}

export function noteStatus(database: WriteDatabase, id: number, status: ProviderBatchStatus): void {
  change(database)`UPDATE provider_batches
    SET state = ${status.state}, output_file = ${status.outputFile}, error_file = ${status.errorFile}
    WHERE id = ${id}`;
}

export function noteEnded(database: WriteDatabase, id: number, state: ProviderBatchState): void {
  change(database)`UPDATE provider_batches SET state = ${state}, finished_at = ${new Date().toISOString()}
    WHERE id = ${id}`;
}
