export type CsvCell = string | number | boolean | null;

/**
 * Returns a cell that no spreadsheet runs as a formula. A text gets an apostrophe in front if it begins with =, +, -, @
 * (or their wide forms), a tab or a line end.
 */
export function csvCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns a line of CSV with the line end that RFC 4180 requires. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

export type CsvColumn<Row> = readonly [title: string, cell: (row: Row) => CsvCell];

/** Yields the column titles, then one line per row. */
export function* csvTable<Row>(columns: readonly CsvColumn<Row>[], rows: Iterable<Row>): Generator<string> {
  yield csvLine(columns.map(([title]) => title));
  for (const row of rows) yield csvLine(columns.map(([, cell]) => cell(row)));
}
