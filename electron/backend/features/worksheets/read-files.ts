import { readFileSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { layoutOf } from '#shared/algorithms/worksheets/files/columns.ts';
import { readJsonTwin } from '#shared/algorithms/worksheets/files/json-twin.ts';
import { type Notice, readRows } from '#shared/algorithms/worksheets/files/rows.ts';
import type { DeclaredFunction, Worksheet } from '#shared/domain/worksheet.ts';
import { translateError } from '../../errors.ts';
import { badFile, cellsOfCsv, cellsOfXlsx, LARGEST_BYTES } from './cells.ts';

/** What files said, before it is kept. */
export interface ReadFiles {
  readonly worksheets: readonly Worksheet[];
  readonly functions: readonly DeclaredFunction[];
  /** Records by the worksheet that asks them; documents under an empty name. */
  readonly tables: ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>;
  readonly notices: readonly (Notice & { readonly file: string })[];
}

/** More records are a database, which worksheets do not keep. */
const MOST_RECORDS = 50_000;
const NEXT = 'Choose CSV, JSON or XLSX as the paper’s repository has them, or text to ask about.';

type Rows = Readonly<Record<string, unknown>>[];

/** @throws DialogramError BAD_FILE or CANNOT_READ with the file, what is wrong and what to do */
export async function readWorksheetFiles(paths: readonly string[]): Promise<ReadFiles> {
  const worksheets: Worksheet[] = [];
  const functions: DeclaredFunction[] = [];
  const tables = new Map<string, Rows>();
  const notices: (Notice & { file: string })[] = [];
  for (const path of paths) {
    const file = basename(path);
    const ending = extname(path).toLowerCase();
    const bytes = bytesOf(path);
    const note = (found: readonly Notice[]): void => {
      notices.push(...found.map((one) => ({ ...one, file })));
    };
    if (ending === '.json') {
      const data = jsonOf(path, bytes);
      if (isTable(data)) {
        addTable(tables, path, tableName(path), data);
        continue;
      }
      const read = orBadFile(path, () => readJsonTwin(data));
      worksheets.push(...read.worksheets);
      functions.push(...read.functions);
      note(read.notices);
    } else if (ending === '.csv' || ending === '.tsv' || ending === '.xlsx') {
      const rows = ending === '.xlsx' ? await cellsOfXlsx(path, bytes) : cellsOfCsv(path, bytes);
      const header = rows.find((row) => row.some((cell) => cell.trim() !== '')) ?? [];
      // A table is named as the worksheet that asks it, and has none of the columns of worksheets.
      if (
        header.length > 0 &&
        layoutOf(header) === null &&
        rows.length > 1 &&
        /^[A-Z]/.test(tableName(path))
      ) {
        addTable(tables, path, tableName(path), recordsOf(rows));
        continue;
      }
      const read = orBadFile(path, () => readRows(rows));
      worksheets.push(...read.worksheets);
      note(read.notices);
    } else if (ending === '.txt' || ending === '.md') {
      const passages = bytes.toString('utf8').split(/\n\s*\n/);
      const documents = passages
        .map((text) => ({ title: file, text: text.trim() }))
        .filter(({ text }) => text !== '');
      addTable(tables, path, '', [...(tables.get('') ?? []), ...documents]);
    } else throw badFile(path, `Files that end with "${ending}" are no worksheets.`, NEXT);
  }
  return { worksheets, functions, tables, notices };
}

/** `restaurants.Restaurant.csv` and `Restaurant.csv` are tables of Restaurant. */
const tableName = (path: string): string => basename(path, extname(path)).split('.').at(-1) ?? '';

function bytesOf(path: string): Buffer {
  try {
    const { size } = statSync(path);
    if (size > LARGEST_BYTES)
      throw badFile(path, `It has ${size} bytes; a file of worksheets has ${LARGEST_BYTES} at most.`, NEXT);
    return readFileSync(path);
  } catch (error) {
    throw translateError(error, path);
  }
}

function jsonOf(path: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, '')) as unknown;
  } catch (error) {
    throw badFile(path, `This is no JSON: ${error instanceof Error ? error.message : String(error)}.`, NEXT);
  }
}

function orBadFile<Read>(path: string, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    throw badFile(path, error instanceof Error ? error.message : String(error), NEXT);
  }
}

/** Records, none of which is a worksheet. */
const isTable = (data: unknown): data is Rows =>
  Array.isArray(data) &&
  data.length > 0 &&
  data.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row) && !('ws_name' in row));

function addTable(tables: Map<string, Rows>, path: string, name: string, rows: Rows): void {
  if (rows.length > MOST_RECORDS)
    throw badFile(
      path,
      `It has ${rows.length} records; at most ${MOST_RECORDS} are kept.`,
      'Keep those that are asked about.',
    );
  tables.set(name, rows);
}

/** Numbers and truth values of cells are read as such; `a; b` stays a text. */
function recordsOf(rows: readonly (readonly string[])[]): Rows {
  const [header = [], ...rest] = rows;
  return rest
    .filter((row) => row.some((cell) => cell.trim() !== ''))
    .map((row) =>
      Object.fromEntries(header.map((name, at) => [name.trim(), valueOfCell((row[at] ?? '').trim())])),
    );
}

function valueOfCell(cell: string): string | number | boolean | null {
  if (cell === '') return null;
  if (/^(?:true|false)$/i.test(cell)) return cell.toLowerCase() === 'true';
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(cell) ? Number(cell) : cell;
}
