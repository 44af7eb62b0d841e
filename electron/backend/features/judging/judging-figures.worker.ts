import type { JudgingSummary, WinRateTable } from '#shared/contract/judging.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { OutputTarget } from '../../output/target.ts';
import { serveReadings } from '../../workers/reading-worker.ts';
import { writeJudging } from './export-judging.ts';
import { summariseJudging } from './judging-figures.ts';
import { tabulateWinRates } from './win-rate-table.ts';

/** What is worked out of judgements away from the backend's thread, by what is asked for. */
export interface JudgingFigures {
  readonly summary: { readonly asked: { readonly run: RunId }; readonly result: JudgingSummary };
  readonly table: { readonly asked: { readonly seed: number }; readonly result: WinRateTable };
  readonly export: {
    readonly asked: { readonly run: RunId; readonly to: 'csv' | 'jsonl'; readonly out: OutputTarget };
    readonly result: { readonly path: string; readonly bytes: number };
  };
}

serveReadings<JudgingFigures>({
  summary: (database, { run }) => summariseJudging(database, run),
  table: (database, { seed }) => tabulateWinRates(database, seed),
  export: (database, { run, to, out }) => writeJudging(database, run, to, out),
});
