import type { SourceId } from '#shared/domain/ids.ts';
import { csvCell } from '../../output/csv.ts';
import type { OutputTarget } from '../../output/target.ts';
import { writeInPieces } from '../../output/write-whole.ts';
import { listRejects } from '../../store/corpus/source-table.ts';
import type { ReadDatabase } from '../../store/database.ts';

const HEADER = ['file', 'line', 'reason', 'records', 'excerpt'] as const;
const PAGE = 1000;

/** Writes the rejected records as CSV: place, reason, number and beginning. */
export function exportRejects(
  database: ReadDatabase,
  source: SourceId | null,
  target: OutputTarget,
): { path: string; bytes: number; rows: number } {
  let rows = 0;
  function* lines(): Generator<string, void, undefined> {
    yield `${HEADER.join()}\n`;
    for (;;) {
      const { items } = listRejects(database, source, rows, PAGE);
      for (const item of items) {
        const cells = [item.source, item.line, item.reason, item.records, item.excerpt];
        yield `${cells.map(csvCell).join()}\n`;
      }
      rows += items.length;
      if (items.length < PAGE) return;
    }
  }
  return { ...writeInPieces(target, lines()), rows };
}
