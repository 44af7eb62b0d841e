import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** Returns the rows of a long list to render: the visible ones, and the one with the keyboard cursor. */
export function rangeWith(row: number, range: Range): number[] {
  const rows = defaultRangeExtractor(range);
  return row < 0 || row >= range.count || rows.includes(row) ? rows : [...rows, row].sort((a, b) => a - b);
}
