import type { ColumnMapInput } from '#shared/contract/corpus.ts';
import { regularity } from '../csv/layout.ts';
import type { TableFormat } from '../format.ts';
import { completeMap, findColumns, missingParts } from './columns.ts';
import { readLongCsv } from './read.ts';

/** With fewer rows as wide as the header than this, and without a known column, it is prose with commas. */
const PROSE_REGULARITY = 0.8;

export const longCsv: TableFormat = {
  name: 'long-csv',
  notation: 'table',
  /**
   * A table whose columns cannot all be guessed has low confidence, because a mapping can still define them.
   */
  recognise(layout, isChosen) {
    const map = completeMap(layout, null);
    const missing = missingParts(map);
    if (missing.length === 0)
      return { confidence: 0.9, reason: 'A table with a conversation, a speaker and a text in each row.' };
    const nothingKnown = Object.values(findColumns(layout, null)).every((index) => index === null);
    if (!isChosen && nothingKnown && regularity(layout) < PROSE_REGULARITY) return null;
    return { confidence: 0.3, reason: `A table, but no column is known as: ${missing.join(', ')}.` };
  },
  columnMap: (layout, map) => completeMap(layout, knownNames(map, layout.columns)),
  read: readLongCsv,
};

/** Returns the map without names that the file lacks, which reading would report. */
function knownNames(map: ColumnMapInput | null, columns: readonly string[]): ColumnMapInput | null {
  if (!map) return null;
  const { roles, dates, speakers, labels, ...columnsOf } = map;
  return {
    ...Object.fromEntries(Object.entries(columnsOf).filter(([, name]) => columns.includes(name))),
    ...(speakers && { speakers }),
    ...(labels && { labels: labels.filter((name) => columns.includes(name)) }),
    ...(roles && { roles }),
    ...(dates && { dates }),
  };
}
