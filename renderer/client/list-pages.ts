/**
 * Returns the page numbers (from 0, ascending) that cover a window of rows.
 * @param first first visible row
 * @param last last visible row, inclusive
 */
export function pagesOf(first: number, last: number, pageSize: number, total: number): number[] {
  if (total <= 0 || last < first) return [];
  const from = Math.floor(Math.max(0, first) / pageSize);
  const to = Math.floor(Math.min(total - 1, Math.max(0, last)) / pageSize);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
