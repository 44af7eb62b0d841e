export type CsvCell = string | number | boolean | null;

/**
 * Returns a cell that no spreadsheet runs as a formula, with an apostrophe before =, +, -, @ (also wide), tabs and line
 * ends.
 */
export function csvCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

export type CsvColumn<Row> = readonly [title: string, cell: (row: Row) => CsvCell];

export function* csvTable<Row>(columns: readonly CsvColumn<Row>[], rows: Iterable<Row>): Generator<string> {
  yield csvLine(columns.map(([title]) => title));
  for (const row of rows) yield csvLine(columns.map(([, cell]) => cell(row)));
}
