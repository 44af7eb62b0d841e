import { parse } from 'csv-parse/sync';
import { DialogramError } from '#shared/contract/errors.ts';
import { csvCell } from '../../output/csv.ts';

/** Reads and writes tables of text cells as CSV, and reads them from XLSX. */

/** Larger files cannot be worksheets. */
export const LARGEST_BYTES = 20 * 1024 * 1024;
/** The maximum number of bytes of an unpacked spreadsheet. */
const LARGEST_UNPACKED_BYTES = 200 * 1024 * 1024;

export const badFile = (path: string, why: string, nextStep: string): DialogramError =>
  new DialogramError('BAD_FILE', `${path}: ${why}`, { place: path, nextStep });

const AS_CSV = 'Save the file as comma-separated CSV in UTF-8, or as XLSX.';

export const CSV_OPTIONS = {
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: false,
} as const;

export function csvText(bytes: Buffer): { readonly text: string; readonly delimiter: string } {
  const text = textOf(bytes);
  const head = text.slice(0, 4000).split(/\r?\n/)[0] ?? '';
  const delimiter = [',', ';', '\t'].reduce((best, one) =>
    head.split(one).length > head.split(best).length ? one : best,
  );
  return { text, delimiter };
}

export function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Older Windows programs write spreadsheets in this encoding.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export const noCsv = (path: string, error: unknown): DialogramError =>
  badFile(path, `This is not CSV: ${error instanceof Error ? error.message : String(error)}.`, AS_CSV);

/** @param most at most this many rows are read; all by default */
export function cellsOfCsv(
  path: string,
  { text, delimiter }: ReturnType<typeof csvText>,
  most?: number,
): string[][] {
  try {
    return parse(text, { ...CSV_OPTIONS, delimiter, ...(most === undefined ? {} : { to: most }) });
  } catch (error) {
    throw noCsv(path, error);
  }
}

/** Returns the cells of the first sheet. Formulas are replaced by their computed values. */
export async function cellsOfXlsx(path: string, bytes: Buffer): Promise<string[][]> {
  if (unpackedBytes(bytes) > LARGEST_UNPACKED_BYTES)
    throw badFile(
      path,
      'The spreadsheet is larger than 200 MB when unpacked.',
      'Remove everything except the worksheets from the file.',
    );
  const { readSheet } = await import('read-excel-file/node');
  let rows: readonly (readonly unknown[])[];
  try {
    rows = await readSheet(bytes);
  } catch (error) {
    throw badFile(
      path,
      `This is not XLSX: ${error instanceof Error ? error.message : String(error)}.`,
      AS_CSV,
    );
  }
  return rows.map((row) => row.map(cellText));
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
}

/** Returns the unpacked size in bytes that the entries of an archive claim to have. */
function unpackedBytes(bytes: Buffer): number {
  let sum = 0;
  for (let at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1'); at >= 0 && at + 28 <= bytes.length; ) {
    sum += bytes.readUInt32LE(at + 24);
    at = bytes.indexOf('PK\u0001\u0002', at + 28, 'latin1');
  }
  return sum;
}

/** A text like a formula gets a space in front. The Python package removes a space, unlike an apostrophe. */
export const csvOfCells = (rows: readonly (readonly string[])[]): string =>
  rows
    .map(
      (row) =>
        `${row.map((cell) => csvCell(/^[=+\-@＝＋－＠]/.test(cell) ? ` ${cell}` : cell)).join(',')}\r\n`,
    )
    .join('');

export async function xlsxOfCells(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const cells = rows.map((row) => row.map((value) => (value === '' ? null : { value, type: String })));
  return writeXlsxFile(cells).toBuffer();
}
