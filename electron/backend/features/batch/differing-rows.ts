import type { InputOf } from '#shared/contract/base.ts';
import type { batchContract, DifferingRow } from '#shared/contract/batch.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { Breather } from '../../jobs/breather.ts';
import {
  askedItems,
  cellAnswerReader,
  cellsOf,
  countBatch,
  itemsOf,
} from '../../store/comparing/batch-run-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { pairItems } from './batch-figures.ts';
import { cellHead, headReader, indexOfColumn } from './batch-rows.ts';
import { batchRuns } from './batch-runs.ts';

type DifferingQuery = InputOf<(typeof batchContract)['differing']>;

type ItemPair = readonly [left: number, right: number];

/** Returns a reader of items with different answers in both runs, by one column of each; see `pairItems`. */
export function createDifferingReader(database: ReadDatabase) {
  let known: { readonly key: string; readonly pairs: readonly ItemPair[] } | null = null;

  const pairsFor = async (
    query: DifferingQuery,
    leftIndex: number,
    rightIndex: number,
    signal: AbortSignal,
  ): Promise<readonly ItemPair[]> => {
    const { left, right, sort } = query;
    const counts = [left, right].map((run) => countBatch(database, run));
    const key = JSON.stringify([left, right, leftIndex, rightIndex, sort, counts]);
    if (known?.key === key) return known.pairs;
    const answerOf = cellAnswerReader(database, sort?.by ?? null);
    const breather = new Breather(signal);
    const found: { readonly pair: ItemPair; readonly difference: number | null }[] = [];
    for (const pair of pairItems(askedItems(database, left), askedItems(database, right))) {
      if (breather.due) await breather.pause();
      const mine = answerOf(left, pair[0], leftIndex);
      const yours = answerOf(right, pair[1], rightIndex);
      if (!mine || !yours || mine.answers === yours.answers) continue;
      const difference = mine.value === null || yours.value === null ? null : mine.value - yours.value;
      found.push({ pair, difference });
    }
    // Missing values come last; ties keep the original order.
    const sign = sort?.descending ? -1 : 1;
    const rank = (difference: number | null): number => (difference === null ? Infinity : sign * difference);
    if (sort !== null)
      found.sort((one, other) => {
        const [a, b] = [rank(one.difference), rank(other.difference)];
        return a < b ? -1 : a > b ? 1 : 0;
      });
    const pairs = found.map(({ pair }) => pair);
    known = { key, pairs };
    return pairs;
  };

  return async (
    query: DifferingQuery,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<{ total: number; items: DifferingRow[] }> => {
    const { left, right, offset, limit } = query;
    const leftIndex = indexOfColumn(batchRuns.require(database, left).params.columns, query.leftColumn);
    const rightIndex = indexOfColumn(batchRuns.require(database, right).params.columns, query.rightColumn);
    const pairs = await pairsFor(query, leftIndex, rightIndex, signal);
    const page = pairs.slice(offset, offset + limit);
    const read = (run: RunId, items: readonly number[], index: number) =>
      new Map(
        cellsOf(database, run, items)
          .filter((cell) => cell.columnIndex === index)
          .map((cell) => [cell.item, cellHead(cell, true)]),
      );
    const mine = page.map(([item]) => item);
    const byItem = new Map(itemsOf(database, left, mine).map((item) => [item.item, item]));
    const own = read(left, mine, leftIndex);
    const other = read(
      right,
      page.map(([, item]) => item),
      rightIndex,
    );
    const head = headReader(database);
    return {
      total: pairs.length,
      items: page.flatMap(([l, r]) => {
        const [item, leftCell, rightCell] = [byItem.get(l), own.get(l), other.get(r)];
        return item && leftCell && rightCell
          ? [{ ...head(item, true), left: leftCell, right: rightCell }]
          : [];
      }),
    };
  };
}
