import { closeSync, openSync, writeSync } from 'node:fs';
import { dateText, numberText } from './cell-text.ts';
import { openDocumentRows } from './open-document.ts';
import { workbookKind } from './sheet-names.ts';

const WRITTEN_AT_ONCE = 4 * 1024 * 1024;

/** Writes a sheet of a workbook as CSV. */
export async function writeSheet(workbook: string, sheet: string, out: string): Promise<void> {
  const rows =
    workbookKind(workbook) === 'excel' ? await excelRows(workbook, sheet) : openDocumentRows(workbook, sheet);
  const file = openSync(out, 'w', 0o600);
  try {
    let text = '';
    for (const line of tableLines(rows)) {
      text += line;
      if (text.length < WRITTEN_AT_ONCE) continue;
      writeSync(file, text);
      text = '';
    }
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
}

/** Returns a sheet's rows of an Excel workbook, as text, with computed values of formulas. */
async function excelRows(workbook: string, sheet: string): Promise<string[][]> {
  const { readSheet } = await import('read-excel-file/node');
  const rows = await readSheet<string>(workbook, sheet, { trim: false, parseNumber: numberText });
  return rows.map((row) =>
    row.map((cell) => {
      if (cell === null) return '';
      if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
      return cell instanceof Date ? dateText(cell) : String(cell);
    }),
  );
}

/**
 * One line of CSV per row, so the line number is the row number; a line end in a cell becomes a carriage
 * return. Rows of one cell above the header, such as the title of a report, are left out.
 */
function* tableLines(rows: Iterable<readonly string[]>): Generator<string> {
  const above: (readonly string[])[] = [];
  let isTable = false;
  for (const row of rows) {
    if (!isTable && row.filter((cell) => cell.trim() !== '').length < 2) {
      above.push(row);
      continue;
    }
    if (!isTable) yield '\n'.repeat(above.length);
    isTable = true;
    yield lineOf(row);
  }
  if (!isTable) for (const row of above) yield lineOf(row);
}

const lineOf = (row: readonly string[]): string => `${row.map(quoted).join(',')}\n`;

function quoted(cell: string): string {
  const text = cell.replaceAll('\r\n', '\r').replaceAll('\n', '\r');
  return /[",\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
