import { closeSync, openSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readEntry, zipEntries } from '../bytes/zip.ts';
import { LONGEST_CONTENT, OPEN_DOCUMENT_CONTENT, workbookKind } from './sheet-names.ts';

/** Returns a date as a person sees it in the cell, without the parts that only a spreadsheet program adds. */

export function dateText(given: Date): string {
  // Dates are stored as numbers of days, which may be a millisecond off.
  const date = new Date(Math.round(given.getTime() / 10) * 10);
  const text = date.toISOString();
  const [day, time] = [text.slice(0, 10), text.slice(11, 19)];
  if (date.getUTCFullYear() < 1901) return time;
  const milliseconds = date.getUTCMilliseconds() === 0 ? '' : text.slice(19, 23);
  return time === '00:00:00' && milliseconds === '' ? day : `${day}T${time}${milliseconds}`;
}

/** Returns a number as typed: "4.2" for 4.2000000000000002, all digits for 1.2E+17. @param written as in the file */
export function numberText(written: string): string {
  const text = written.trim();
  if (/^-?\d{1,400}$/.test(text)) return text.replace(/^(-?)0+(?=\d)/, '$1');
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) return text;
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d*)\.?(\d*)e\+?(-?\d+)$/i.exec(text) ?? [];
  const zeros = Number(power) - part.length;
  if (whole !== '' && zeros >= 0 && zeros < 300) return `${sign}${whole}${part}${'0'.repeat(zeros)}`;
  return String(value);
}

/** The part of the package that we use, which has no types. */
interface XmlPackage {
  readonly Parser: new () => {
    on(
      event: 'openTag',
      handler: (
        name: string,
        attributes: () => Record<string, string>,
        decode: (text: string) => string,
      ) => void,
    ): void;
    on(event: 'closeTag', handler: (name: string) => void): void;
    on(event: 'text', handler: (text: string, decode: (text: string) => string) => void): void;
    on(event: 'cdata', handler: (text: string) => void): void;
    on(event: 'error', handler: (error: Error) => void): void;
    parse(xml: string): unknown;
  };
}

const MOST_COLUMNS = 16_384;
/** The maximum number of repeated rows and cells. A sheet with more is not a transcript. */
const MOST_CELLS = 20_000_000;

/** Yields an OpenDocument sheet's rows, without comments. @throws Error with a readable message */
function* openDocumentRows(path: string, sheet: string): Generator<string[]> {
  const entry = zipEntries(path)?.find(({ name }) => name === OPEN_DOCUMENT_CONTENT);
  if (!entry) throw new Error('it has no content');
  const xml = readEntry(path, entry, LONGEST_CONTENT).toString('utf8');
  const { rows, cells } = readSheet(xml, sheet);
  if (cells > MOST_CELLS) throw new Error(`it has more than ${MOST_CELLS.toLocaleString('en')} cells`);
  for (const { values, times } of rows) for (let time = 0; time < times; time++) yield values;
}

interface Row {
  readonly values: string[];
  readonly times: number;
}

function readSheet(xml: string, sheet: string): { readonly rows: readonly Row[]; readonly cells: number } {
  const { Parser } = createRequire(import.meta.url)('saxen') as XmlPackage;
  const parser = new Parser();
  const rows: Row[] = [];
  let cells = 0;
  let isInSheet = false;
  let row: { values: string[]; times: number } | null = null;
  let cell: { attributes: Record<string, string>; paragraphs: string[]; times: number } | null = null;
  let paragraphs = 0;
  let comments = 0;
  let failure: Error | null = null;
  const add = (text: string): void => {
    if (cell && paragraphs > 0 && comments === 0) cell.paragraphs[cell.paragraphs.length - 1] += text;
  };
  parser.on('openTag', (name, attributesOf, decode) => {
    if (name === 'table:table') isInSheet = decode(attributesOf()['table:name'] ?? '') === sheet;
    if (!isInSheet) return;
    if (name === 'office:annotation') comments++;
    else if (name === 'table:table-row')
      row = { values: [], times: countOf(attributesOf()['table:number-rows-repeated']) };
    else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
      const attributes = Object.fromEntries(
        Object.entries(attributesOf()).map(([key, value]) => [key, decode(value)]),
      );
      cell = { attributes, paragraphs: [], times: countOf(attributes['table:number-columns-repeated']) };
    } else if (name === 'text:p') {
      paragraphs++;
      if (comments === 0) cell?.paragraphs.push('');
    } else if (name === 'text:s') add(' '.repeat(Math.min(1000, countOf(attributesOf()['text:c']))));
    else if (name === 'text:tab') add('\t');
    else if (name === 'text:line-break') add('\n');
  });
  parser.on('text', (text, decode) => add(decode(text)));
  parser.on('cdata', add);
  parser.on('closeTag', (name) => {
    if (!isInSheet) return;
    if (name === 'table:table') isInSheet = false;
    else if (name === 'office:annotation') comments--;
    else if (name === 'text:p') paragraphs--;
    else if ((name === 'table:table-cell' || name === 'table:covered-table-cell') && row && cell) {
      const value = textOf(cell.attributes, cell.paragraphs.join('\n'));
      // A repeated empty cell may fill the rest of a row.
      const times = Math.min(cell.times, MOST_COLUMNS - row.values.length);
      for (let time = 0; time < times && (value !== '' || time < 1000); time++) row.values.push(value);
      cell = null;
    } else if (name === 'table:table-row' && row) {
      while (row.values.at(-1) === '') row.values.pop();
      cells += row.values.length * row.times;
      if (cells <= MOST_CELLS) rows.push(row);
      row = null;
    }
  });
  parser.on('error', (error) => {
    failure ??= error;
  });
  parser.parse(xml);
  if (failure) throw failure;
  // The empty rest of a sheet is one row that is repeated a million times.
  while (rows.at(-1)?.values.length === 0) rows.pop();
  return { rows, cells };
}

const countOf = (text: string | undefined): number => Math.max(1, Number.parseInt(text ?? '1', 10) || 1);

/** Returns a cell's value: the stored date, an id with its leading zeros, or the text. */
function textOf(attributes: Readonly<Record<string, string>>, shown: string): string {
  switch (attributes['office:value-type']) {
    case 'date':
      return attributes['office:date-value'] ?? shown;
    case 'time':
      return shown;
    case 'float':
      return /^0\d+$/.test(shown) ? shown : numberText(attributes['office:value'] ?? shown);
    case 'boolean':
      return (attributes['office:boolean-value'] ?? shown).toUpperCase();
    default:
      return shown;
  }
}

const WRITTEN_AT_ONCE = 4 * 1024 * 1024;

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

/** Yields one CSV line per row, so that line numbers are row numbers. Titles above the header are left out. */
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
