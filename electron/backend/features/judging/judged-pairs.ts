import type { JudgedPair, Judgement } from '#shared/contract/judging.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { cellsOf, itemsOf } from '../../store/comparing/batch-run-table.ts';
import {
  type JudgedPairRow,
  type JudgementRow,
  judgementsOf,
  type PairsQuery,
  pageOfPairs,
} from '../../store/comparing/judging-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { headReader } from '../batch/index.ts';
import { judgingRuns } from './judging-runs.ts';

/** Returns a page of pairs with both answers and their verdicts. */
export function readJudgedPairs(
  database: ReadDatabase,
  query: PairsQuery,
): { total: number; items: JudgedPair[] } {
  const { params } = judgingRuns.require(database, query.run);
  const { total, pairs } = pageOfPairs(database, query);
  const read = pairReader(
    database,
    { run: query.run, batch: params.batch, pairs: params.pairs },
    pairs.map(({ item }) => item),
  );
  return { total, items: pairs.map(read) };
}

/** Builds pairs of these items from stored results. */
export function pairReader(
  database: ReadDatabase,
  run: {
    readonly run: RunId;
    readonly batch: RunId;
    readonly pairs: readonly (readonly [baseline: number, column: number])[];
  },
  items: readonly number[],
): (pair: JudgedPairRow) => JudgedPair {
  const distinct = [...new Set(items)];
  const head = headReader(database);
  const heads = new Map(
    itemsOf(database, run.batch, distinct).map((item) => [item.item, { ...head(item, true), ...item }]),
  );
  const cells = new Map(
    cellsOf(database, run.batch, distinct).map(({ item, columnIndex, answers }) => [
      `${item} ${columnIndex}`,
      answers,
    ]),
  );
  const said = new Map<string, Judgement[]>();
  for (const row of judgementsOf(database, run.run, distinct)) {
    const key = `${row.item} ${row.pair}`;
    said.set(key, [...(said.get(key) ?? []), presentJudgement(row)]);
  }
  return ({ item, pair, state, outcome, consistent }) => {
    const found = heads.get(item);
    if (!found) throw new Error(`Batch run ${run.batch} has no item ${item}.`);
    const [baseline, column] = required(run.pairs[pair], `pair ${pair}`).map((index) =>
      cells.get(`${item} ${index}`),
    );
    return {
      item,
      pair,
      dialogue: found.dialogue,
      externalId: found.externalId,
      turn: found.turn,
      asked: found.asked,
      turns: found.turns.map((turn, at) => ({
        turn,
        truth: found.truths[at] ?? '',
        baseline: baseline?.[at] ?? null,
        column: column?.[at] ?? null,
      })),
      state,
      outcome,
      consistent,
      judgements: said.get(`${item} ${pair}`) ?? [],
    };
  };
}

const presentJudgement = ({ item: _, pair: __, swapped, ...rest }: JudgementRow): Judgement => ({
  baselineFirst: !swapped,
  ...rest,
});
