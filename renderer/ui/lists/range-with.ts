import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** The rows of a long list to put on the page: those in sight and, wherever it stands, the row that the keys are at. */
export function rangeWith(row: number, range: Range): number[] {
  const rows = defaultRangeExtractor(range);
  return row < 0 || row >= range.count || rows.includes(row) ? rows : [...rows, row].sort((a, b) => a - b);
}
