import type { BatchComparison, BatchSummary } from '#shared/contract/batch.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { compareBatches, summariseBatch } from '../features/batch/batch-figures.ts';
import { writeBatch } from '../features/batch/export-batch.ts';
import { openForReading } from '../store/database.ts';
import { serve } from './serve.ts';

/** What is worked out of a run's rows away from the backend's thread. */
export type BatchFiguresInput = { readonly path: string; readonly run: RunId } & (
  | { readonly what: 'summary' }
  | { readonly what: 'comparison'; readonly with: RunId }
  | { readonly what: 'export'; readonly to: 'csv' | 'jsonl' | 'html'; readonly out: string }
);

export type BatchFiguresOutput =
  | BatchSummary
  | BatchComparison
  | { readonly path: string; readonly bytes: number };

serve<BatchFiguresInput, never, BatchFiguresOutput>(async (input) => {
  const database = openForReading(input.path);
  try {
    if (input.what === 'summary') return { result: summariseBatch(database, input.run) };
    if (input.what === 'comparison') return { result: compareBatches(database, input.run, input.with) };
    return { result: await writeBatch(database, input.run, input.to, input.out) };
  } finally {
    database.close();
  }
});
