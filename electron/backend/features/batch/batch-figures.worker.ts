import type { BatchFormat } from '#shared/contract/batch.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import type { OutputTarget } from '../../output/target.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { serveReadings } from '../../workers/reading-worker.ts';
import { compareBatches, summariseBatch } from './batch-figures.ts';
import { writeBatch } from './export-batch.ts';

/** Figures of a run's rows, computed outside the backend's thread. */
const figures = (database: ReadDatabase) => ({
  summary: (asked: { run: RunId; against: string | null; only: ReadonlySet<DialogueId> | null }) =>
    summariseBatch(database, asked.run, asked.against, asked.only),
  comparison: (asked: { run: RunId; with: RunId }) => compareBatches(database, asked.run, asked.with),
  export: ({ out, ...asked }: { run: RunId; to: BatchFormat; against: string | null; out: OutputTarget }) =>
    writeBatch(database, asked, out),
});
export type BatchFigures = ReturnType<typeof figures>;

serveReadings(figures);
