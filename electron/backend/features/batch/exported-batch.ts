import type { BatchColumnHead, BatchSummary } from '#shared/contract/batch.ts';
import type { BatchCellRow, BatchItemRow } from '../../store/comparing/batch-run-table.ts';
import type { BatchRunRow } from './batch-runs.ts';

/** The parts of an exported file. Rows come one by one, because there may be many. */
export interface ExportedBatch {
  readonly row: BatchRunRow;
  readonly columns: readonly BatchColumnHead[];
  readonly summary: BatchSummary;
  readonly items: readonly BatchItemRow[];
  readonly externalId: (item: BatchItemRow) => string;
  /** By column; null if there is no answer yet. */
  readonly cells: (item: BatchItemRow) => readonly (BatchCellRow | null)[];
  readonly whole: (item: BatchItemRow, index: number) => BatchCellRow | null;
}
