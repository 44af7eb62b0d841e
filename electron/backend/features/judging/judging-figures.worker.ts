import type { JudgingSummary, WinRateTable } from '#shared/contract/judging.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { openForReading } from '../../store/database.ts';
import { serve } from '../../workers/serve.ts';
import { writeJudging } from './export-judging.ts';
import { summariseJudging } from './judging-figures.ts';
import { tabulateWinRates } from './win-rate-table.ts';

/** What is worked out of judgements away from the backend's thread, by what is asked for. */
interface Figures {
  readonly summary: { readonly asked: { readonly run: RunId }; readonly result: JudgingSummary };
  readonly table: { readonly asked: { readonly seed: number }; readonly result: WinRateTable };
  readonly export: {
    readonly asked: { readonly run: RunId; readonly to: 'csv' | 'jsonl'; readonly out: string };
    readonly result: { readonly path: string; readonly bytes: number };
  };
}

export type JudgingFiguresWork<What extends keyof Figures = keyof Figures> = {
  [Key in What]: {
    readonly input: { readonly path: string; readonly what: Key } & Figures[Key]['asked'];
    readonly progress: never;
    readonly result: Figures[Key]['result'];
  };
}[What];

serve<JudgingFiguresWork>(async (input) => {
  const database = openForReading(input.path);
  try {
    if (input.what === 'summary') return { result: await summariseJudging(database, input.run) };
    if (input.what === 'table') return { result: tabulateWinRates(database, input.seed) };
    return { result: await writeJudging(database, input.run, input.to, input.out) };
  } finally {
    database.close();
  }
});
