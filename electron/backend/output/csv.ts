export type CsvCell = string | number | boolean | null;

/**
 * Returns a cell that no spreadsheet runs as a formula: text that begins with =, +, -, @ (or wide forms), a tab or a
 * line end gets an apostrophe.
 */
export function csvCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Lines end as RFC 4180 has them. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

export type CsvColumn<Row> = readonly [title: string, cell: (row: Row) => CsvCell];

/** The column titles, then one line per row. */
export function* csvTable<Row>(columns: readonly CsvColumn<Row>[], rows: Iterable<Row>): Generator<string> {
  yield csvLine(columns.map(([title]) => title));
  for (const row of rows) yield csvLine(columns.map(([, cell]) => cell(row)));
}
