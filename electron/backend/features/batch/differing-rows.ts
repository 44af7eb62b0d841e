import type { BatchItem, BatchMeasures } from '#shared/contract/batch.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { findCell, itemsOf } from '../../store/batch-run-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { headReader, measuresOf, placeOf, textOf } from './batch-rows.ts';
import { requireBatchRun } from './batch-runs.ts';

export interface DifferingRow extends Omit<BatchItem, 'cells'> {
  readonly left: string;
  readonly right: string;
  readonly leftMeasures: BatchMeasures;
  readonly rightMeasures: BatchMeasures;
}

/** Turns or dialogues that both runs answered, and not alike, by one column of each; in the left run's order. */
export function differingRows(
  database: ReadDatabase,
  input: {
    readonly left: RunId;
    readonly right: RunId;
    readonly leftColumn: string;
    readonly rightColumn: string;
    readonly offset: number;
    readonly limit: number;
  },
): { total: number; items: DifferingRow[] } {
  const { left, right, offset, limit } = input;
  const leftPlace = placeOf(requireBatchRun(database, left).params.columns, input.leftColumn);
  const rightPlace = placeOf(requireBatchRun(database, right).params.columns, input.rightColumn);
  const pairs = database
    .prepare(
      `SELECT l.item, r.item FROM batch_rows l
       JOIN batch_items i ON i.run_id = l.run_id AND i.item = l.item
       JOIN batch_items o ON o.run_id = ? AND o.dialogue_id = i.dialogue_id AND o.rounds = i.rounds
       JOIN batch_rows r ON r.run_id = o.run_id AND r.item = o.item AND r.place = ?
       WHERE l.run_id = ? AND l.place = ? AND l.answers <> r.answers ORDER BY l.item`,
    )
    .raw()
    .all(right, rightPlace, left, leftPlace) as [number, number][];
  const head = headReader(database);
  return {
    total: pairs.length,
    items: pairs.slice(offset, offset + limit).flatMap(([mine, yours]) => {
      const [item] = itemsOf(database, left, [mine]);
      const own = findCell(database, left, mine, leftPlace);
      const other = findCell(database, right, yours, rightPlace);
      if (!item || !own || !other) return [];
      return [
        {
          ...head(item, true),
          left: textOf(own.answers),
          right: textOf(other.answers),
          leftMeasures: measuresOf(own.measures),
          rightMeasures: measuresOf(other.measures),
        },
      ];
    }),
  };
}
