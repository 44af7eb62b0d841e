import type { JudgingSummary, WinRateTable } from '#shared/contract/judging.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { writeJudging } from '../features/judging/export-judging.ts';
import { summariseJudging } from '../features/judging/judging-figures.ts';
import { tabulateWinRates } from '../features/judging/win-rate-table.ts';
import { openForReading } from '../store/database.ts';
import { serve } from './serve.ts';

/** What is worked out of judgements away from the backend's thread. */
export type JudgingFiguresInput = { readonly path: string } & (
  | { readonly what: 'summary'; readonly run: RunId }
  | { readonly what: 'table'; readonly seed: number }
  | { readonly what: 'export'; readonly run: RunId; readonly to: 'csv' | 'jsonl'; readonly out: string }
);

export type JudgingFiguresOutput =
  | JudgingSummary
  | WinRateTable
  | { readonly path: string; readonly bytes: number };

serve<JudgingFiguresInput, never, JudgingFiguresOutput>(async (input) => {
  const database = openForReading(input.path);
  try {
    if (input.what === 'summary') return { result: await summariseJudging(database, input.run) };
    if (input.what === 'table') return { result: tabulateWinRates(database, input.seed) };
    return { result: await writeJudging(database, input.run, input.to, input.out) };
  } finally {
    database.close();
  }
});
