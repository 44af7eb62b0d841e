import type { BatchComparison, BatchFormat, BatchSummary } from '#shared/contract/batch.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import type { OutputTarget } from '../../output/target.ts';
import { serveReadings } from '../../workers/reading-worker.ts';
import { compareBatches, summariseBatch } from './batch-figures.ts';
import { writeBatch } from './export-batch.ts';

/** What is worked out of a run's rows away from the backend's thread, by what is asked for. */
export interface BatchFigures {
  readonly summary: {
    readonly asked: {
      readonly run: RunId;
      readonly against: string | null;
      readonly only: ReadonlySet<DialogueId> | null;
    };
    readonly result: BatchSummary;
  };
  readonly comparison: {
    readonly asked: { readonly run: RunId; readonly with: RunId };
    readonly result: BatchComparison;
  };
  readonly export: {
    readonly asked: {
      readonly run: RunId;
      readonly to: BatchFormat;
      readonly against: string | null;
      readonly out: OutputTarget;
    };
    readonly result: { readonly path: string; readonly bytes: number };
  };
}

serveReadings<BatchFigures>({
  summary: (database, { run, against, only }) => summariseBatch(database, run, against, only),
  comparison: (database, { run, with: other }) => compareBatches(database, run, other),
  export: (database, { out, ...asked }) => writeBatch(database, asked, out),
});
