import type { RunId } from '#shared/domain/ids.ts';
import type { OutputTarget } from '../../output/target.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { serveReadings } from '../../workers/reading-worker.ts';
import { writeJudging } from './export-judging.ts';
import { summariseJudging } from './judging-figures.ts';
import { tabulateWinRates } from './win-rate-table.ts';

/** Figures of judgments, computed outside the backend's thread. */
const figures = (database: ReadDatabase) => ({
  summary: ({ run }: { run: RunId }) => summariseJudging(database, run),
  table: ({ seed }: { seed: number }) => tabulateWinRates(database, seed),
  export: ({ run, to, out }: { run: RunId; to: 'csv' | 'jsonl'; out: OutputTarget }) =>
    writeJudging(database, run, to, out),
});
export type JudgingFigures = ReturnType<typeof figures>;

serveReadings(figures);
