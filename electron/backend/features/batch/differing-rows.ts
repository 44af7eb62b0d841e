import type { DifferingRow, SortedMeasure } from '#shared/contract/batch.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { type BatchItemRow, cellsOf, countBatch, itemsOf } from '../../store/batch-run-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { cellHead, headReader, measureOf, placeOf } from './batch-rows.ts';
import { requireBatchRun } from './batch-runs.ts';

export interface DifferingQuery {
  readonly left: RunId;
  readonly right: RunId;
  readonly leftColumn: string;
  readonly rightColumn: string;
  readonly sort: { readonly by: SortedMeasure; readonly descending: boolean } | null;
  readonly offset: number;
  readonly limit: number;
}

/** Items of a run, those that ask the same numbered among themselves; see `pairItems`. */
const NUMBERED = `SELECT item, dialogue_id, rounds,
  row_number() OVER (PARTITION BY dialogue_id, rounds ORDER BY item) AS nth FROM batch_items WHERE run_id =`;

/** Turns or dialogues that both runs answered, and not alike, by one column of each. */
export function createDifferingReader(database: ReadDatabase) {
  let known: { readonly key: string; readonly pairs: readonly (readonly [number, number])[] } | null = null;

  const pairsFor = (query: DifferingQuery, leftPlace: number, rightPlace: number) => {
    const { left, right, sort } = query;
    const counts = [left, right].map((run) => countBatch(database, run));
    const key = JSON.stringify([left, right, leftPlace, rightPlace, sort, counts]);
    if (known?.key === key) return known.pairs;
    const difference = sort === null ? 'NULL' : `${measureOf('l', sort.by)} - ${measureOf('r', sort.by)}`;
    const pairs = database
      .prepare(
        `WITH mine AS (${NUMBERED} $left), yours AS (${NUMBERED} $right)
         SELECT l.item, r.item FROM mine
         JOIN yours ON yours.dialogue_id = mine.dialogue_id AND yours.rounds = mine.rounds AND yours.nth = mine.nth
         JOIN batch_rows l ON l.run_id = $left AND l.item = mine.item AND l.place = $leftPlace
         JOIN batch_rows r ON r.run_id = $right AND r.item = yours.item AND r.place = $rightPlace
         WHERE l.answers <> r.answers
         ORDER BY ${difference} IS NULL, ${difference} ${sort?.descending ? 'DESC' : 'ASC'}, l.item`,
      )
      .raw()
      .all({ left, right, leftPlace, rightPlace }) as [number, number][];
    known = { key, pairs };
    return pairs;
  };

  return (query: DifferingQuery): { total: number; items: DifferingRow[] } => {
    const { left, right, offset, limit } = query;
    const leftPlace = placeOf(requireBatchRun(database, left).params.columns, query.leftColumn);
    const rightPlace = placeOf(requireBatchRun(database, right).params.columns, query.rightColumn);
    const pairs = pairsFor(query, leftPlace, rightPlace);
    const page = pairs.slice(offset, offset + limit);
    const read = (run: RunId, items: readonly number[], place: number) =>
      new Map(
        cellsOf(database, run, items)
          .filter((cell) => cell.place === place)
          .map((cell) => [cell.item, cellHead(cell, true)]),
      );
    const mine = page.map(([item]) => item);
    const byItem = new Map(itemsOf(database, left, mine).map((item) => [item.item, item]));
    const own = read(left, mine, leftPlace);
    const other = read(
      right,
      page.map(([, item]) => item),
      rightPlace,
    );
    const head = headReader(database);
    return {
      total: pairs.length,
      items: page.flatMap(([l, r]) => {
        const [leftCell, rightCell] = [own.get(l), other.get(r)];
        if (!leftCell || !rightCell) return [];
        return [{ ...head(byItem.get(l) as BatchItemRow, true), left: leftCell, right: rightCell }];
      }),
    };
  };
}
