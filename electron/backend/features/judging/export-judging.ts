import type { JudgedPair, JudgedPairHead, JudgingSummary } from '#shared/contract/judging.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { known } from '#shared/domain/known.ts';
import { type CsvCell, csvCell } from '../../output/csv-cell.ts';
import type { OutputTarget } from '../../output/target.ts';
import { writeInPieces } from '../../output/write-whole.ts';
import { allPairs } from '../../store/comparing/judging-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { batchRuns } from '../batch/index.ts';
import { pairReader } from './judged-pairs.ts';
import { summariseJudging } from './judging-figures.ts';
import { headsOf, type JudgingRunRow, judgingRuns } from './judging-runs.ts';

type JudgingFormat = 'csv' | 'jsonl';

interface ExportedJudging {
  readonly row: JudgingRunRow;
  readonly heads: readonly JudgedPairHead[];
  readonly summary: JudgingSummary;
  readonly pairs: () => Iterable<JudgedPair>;
}

const PAIRS_PER_STEP = 500;

/** Writes a run from what is kept of it: the whole file or nothing. */
export async function writeJudging(
  database: ReadDatabase,
  run: RunId,
  to: JudgingFormat,
  out: OutputTarget,
): Promise<{ path: string; bytes: number }> {
  const row = judgingRuns.require(database, run);
  const { batch, pairs } = row.params;
  const heads = headsOf(pairs, batchRuns.require(database, batch));
  const summary = await summariseJudging(database, run);
  const exported: ExportedJudging = {
    row,
    heads,
    summary,
    *pairs() {
      const all = allPairs(database, run);
      for (let from = 0; from < all.length; from += PAIRS_PER_STEP) {
        const step = all.slice(from, from + PAIRS_PER_STEP);
        const items = step.map(({ item }) => item);
        yield* step.map(pairReader(database, { run, batch, pairs }, items));
      }
    },
  };
  return writeInPieces(out, to === 'csv' ? csvOf(exported) : linesOf(exported));
}

const CSV_HEADER = [
  'row',
  'dialogue',
  'rounds',
  'baseline',
  'column',
  'asked',
  'truth',
  'answer of the baseline',
  'answer of the column',
  'state',
  'outcome',
  'both orders agree',
  'baseline shown first',
  'its reason',
  'its problem',
  'baseline shown second',
  'its reason',
  'its problem',
  'input tokens',
  'output tokens',
];

/** One line a pair; lines end as RFC 4180 has them, and no cell is a formula. */
function* csvOf({ heads, pairs }: ExportedJudging): Generator<string> {
  const line = (values: readonly CsvCell[]): string => `${values.map(csvCell).join(',')}\r\n`;
  yield line(CSV_HEADER);
  for (const { item, pair, externalId, asked, turns, state, outcome, consistent, judgements } of pairs()) {
    const head = known(heads[pair], `pair ${pair}`);
    const straight = judgements.find(({ baselineFirst }) => baselineFirst);
    const turned = judgements.find(({ baselineFirst }) => !baselineFirst);
    const sum = (kind: 'input' | 'output'): number | null =>
      judgements.length === 0 || judgements.some(({ tokens }) => tokens === null)
        ? null
        : judgements.reduce((total, { tokens }) => total + (tokens?.[kind] ?? 0), 0);
    yield line([
      item,
      externalId,
      turns.map(({ round }) => round).join(' '),
      head.baseline.title,
      head.column.title,
      asked,
      turns.map(({ truth }) => truth).join('\n'),
      turns.map(({ baseline }) => baseline ?? '').join('\n'),
      turns.map(({ column }) => column ?? '').join('\n'),
      state,
      outcome,
      consistent,
      straight?.says ?? null,
      straight?.reason ?? null,
      straight?.problem ?? null,
      turned?.says ?? null,
      turned?.reason ?? null,
      turned?.problem ?? null,
      sum('input'),
      sum('output'),
    ]);
  }
}

/** First a line with the settings and the figures, then one a pair. */
function* linesOf({ row, heads, summary, pairs }: ExportedJudging): Generator<string> {
  const { run, params, startedAt, finishedAt, result } = row;
  yield `${JSON.stringify({ kind: 'judging', run, startedAt, finishedAt, state: result?.state ?? 'unfinished', settings: params, summary })}\n`;
  for (const { pair, dialogue: _, externalId, ...rest } of pairs()) {
    const { baseline, column } = known(heads[pair], `pair ${pair}`);
    yield `${JSON.stringify({ kind: 'pair', dialogue: externalId, baseline: baseline.key, column: column.key, ...rest })}\n`;
  }
}
