export type CsvCell = string | number | boolean | null;

/**
 * A cell that a spreadsheet reads as text or number, never as a formula: text that begins with =, +, -, @ (their wide
 * forms too, which spreadsheets read alike), a tab or a line end gets an apostrophe before it.
 */
export function csvCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
