import type { JudgedPair, JudgedPairHead, JudgingSummary } from '#shared/contract/judging.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { csvTable } from '../../output/csv.ts';
import { type OutputTarget, writeInPieces } from '../../output/target.ts';
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

function csvOf({ heads, pairs }: ExportedJudging): Generator<string> {
  const headOf = ({ pair }: JudgedPair) => required(heads[pair], `pair ${pair}`);
  const shown = ({ judgements }: JudgedPair, first: boolean) =>
    judgements.find(({ baselineFirst }) => baselineFirst === first);
  const sum = ({ judgements }: JudgedPair, kind: 'input' | 'output'): number | null =>
    judgements.length === 0 || judgements.some(({ tokens }) => tokens === null)
      ? null
      : judgements.reduce((total, { tokens }) => total + (tokens?.[kind] ?? 0), 0);
  return csvTable<JudgedPair>(
    [
      ['row', ({ item }) => item],
      ['dialogue', ({ externalId }) => externalId],
      ['turns', ({ turns }) => turns.map(({ turn }) => turn).join(' ')],
      ['baseline', (pair) => headOf(pair).baseline.title],
      ['column', (pair) => headOf(pair).column.title],
      ['baseline uses the correct labels', (pair) => headOf(pair).baseline.usesLabels],
      ['column uses the correct labels', (pair) => headOf(pair).column.usesLabels],
      ['asked', ({ asked }) => asked],
      ['truth', ({ turns }) => turns.map(({ truth }) => truth).join('\n')],
      ['answer of the baseline', ({ turns }) => turns.map(({ baseline }) => baseline ?? '').join('\n')],
      ['answer of the column', ({ turns }) => turns.map(({ column }) => column ?? '').join('\n')],
      ['state', ({ state }) => state],
      ['outcome', ({ outcome }) => outcome],
      ['both orders agree', ({ consistent }) => consistent],
      ['baseline shown first', (pair) => shown(pair, true)?.says ?? null],
      ['its reason', (pair) => shown(pair, true)?.reason ?? null],
      ['its problem', (pair) => shown(pair, true)?.problem ?? null],
      ['baseline shown second', (pair) => shown(pair, false)?.says ?? null],
      ['its reason', (pair) => shown(pair, false)?.reason ?? null],
      ['its problem', (pair) => shown(pair, false)?.problem ?? null],
      ['input tokens', (pair) => sum(pair, 'input')],
      ['output tokens', (pair) => sum(pair, 'output')],
    ],
    pairs(),
  );
}

function* linesOf({ row, heads, summary, pairs }: ExportedJudging): Generator<string> {
  const { run, params, startedAt, finishedAt, result } = row;
  yield `${JSON.stringify({ kind: 'judging', run, startedAt, finishedAt, state: result?.state ?? 'unfinished', settings: params, summary })}\n`;
  for (const { pair, dialogue: _, externalId, ...rest } of pairs()) {
    const { baseline, column } = required(heads[pair], `pair ${pair}`);
    yield `${JSON.stringify({ kind: 'pair', dialogue: externalId, baseline: baseline.key, column: column.key, ...rest })}\n`;
  }
}
