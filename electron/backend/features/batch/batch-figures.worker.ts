import type { BatchComparison, BatchSummary } from '#shared/contract/batch.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { openForReading } from '../../store/database.ts';
import { serve } from '../../workers/serve.ts';
import { compareBatches, summariseBatch } from './batch-figures.ts';
import { writeBatch } from './export-batch.ts';

/** What is worked out of a run's rows away from the backend's thread, by what is asked for. */
interface Figures {
  readonly summary: { readonly asked: unknown; readonly result: BatchSummary };
  readonly comparison: { readonly asked: { readonly with: RunId }; readonly result: BatchComparison };
  readonly export: {
    readonly asked: { readonly to: 'csv' | 'jsonl' | 'html'; readonly out: string };
    readonly result: { readonly path: string; readonly bytes: number };
  };
}

export type BatchFiguresWork<What extends keyof Figures = keyof Figures> = {
  [Key in What]: {
    readonly input: {
      readonly path: string;
      readonly run: RunId;
      readonly what: Key;
    } & Figures[Key]['asked'];
    readonly progress: never;
    readonly result: Figures[Key]['result'];
  };
}[What];

serve<BatchFiguresWork>(async (input) => {
  const database = openForReading(input.path);
  try {
    if (input.what === 'summary') return { result: summariseBatch(database, input.run) };
    if (input.what === 'comparison') return { result: compareBatches(database, input.run, input.with) };
    return { result: await writeBatch(database, input.run, input.to, input.out) };
  } finally {
    database.close();
  }
});
