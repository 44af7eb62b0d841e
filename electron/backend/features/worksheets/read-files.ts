import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { htmlText } from '#shared/algorithms/passages/html-text.ts';
import { cutPassages } from '#shared/algorithms/passages/passage-index.ts';
import { readJsonTwin } from '#shared/algorithms/worksheets/files/json-twin.ts';
import { layoutOf, type Notice, readRows } from '#shared/algorithms/worksheets/files/rows.ts';
import { formatBytes } from '#shared/domain/figure-text.ts';
import type { DeclaredFunction, Worksheet } from '#shared/domain/worksheet.ts';
import { translateError } from '../../errors.ts';
import { badFile, cellsOfCsv, cellsOfXlsx, csvText, LARGEST_BYTES, textOf } from './cells.ts';
import type { ReadSource } from './knowledge/keep-knowledge.ts';
import { recordsOfCells, recordsOfCsv, type TableRecord } from './knowledge/tables.ts';

type Passage = Readonly<Record<'title' | 'text' | 'place', string>>;

/** Yields the passages of a document: its paragraphs, each with the heading above it. Long paragraphs are cut. */
function* passagesOf(file: string, isHtml: boolean, content: string): Generator<Passage> {
  if (isHtml) {
    for (const [at, { text }] of cutPassages(htmlText(content)).entries())
      yield { title: file, text, place: `${file}, part ${at + 1}` };
    return;
  }
  let heading: { readonly text: string; readonly line: number } | null = null;
  for (const { text, line } of paragraphs(content)) {
    if (/^#{1,6}\s/.test(text) && !text.includes('\n')) {
      heading = { text: text.replace(/^#+\s*/, ''), line };
      continue;
    }
    const whole: string = heading ? `${heading.text}\n${text}` : text;
    const place = `${file}, line ${heading?.line ?? line}`;
    for (const passage of cutPassages(whole)) yield { title: file, text: passage.text, place };
    heading = null;
  }
  if (heading) yield { title: file, text: heading.text, place: `${file}, line ${heading.line}` };
}

function* paragraphs(content: string): Generator<{ readonly text: string; readonly line: number }> {
  let own: string[] = [];
  for (const [at, line] of [...content.split(/\r\n?|\n/), ''].entries()) {
    if (line.trim() !== '') own.push(line.trim());
    else if (own.length > 0) {
      yield { text: own.join('\n'), line: at - own.length + 1 };
      own = [];
    }
  }
}

export interface ReadFiles {
  readonly name: string | null;
  readonly worksheets: readonly Worksheet[];
  readonly functions: readonly DeclaredFunction[];
  readonly sources: readonly ReadSource[];
  readonly notices: readonly (Notice & { readonly file: string })[];
}

/** The limit for tables is higher, because they are read record by record. */
const LARGEST_TABLE_BYTES = 200 * 1024 * 1024;
/** This many CSV rows are enough to see if the file has worksheets. */
const HEAD_ROWS = 20;
const HEAD_CHARACTERS = LARGEST_BYTES;
const DOCUMENTS = ['.txt', '.md', '.html', '.htm'];
const NEXT =
  "Choose a CSV, JSON or XLSX file in the format of the paper's repository, or a document with text.";

type Rows = Readonly<Record<string, unknown>>[];

export async function readWorksheetFiles(paths: readonly string[]): Promise<ReadFiles> {
  const worksheets: Worksheet[] = [];
  const functions: DeclaredFunction[] = [];
  const sources: ReadSource[] = [];
  let name: string | null = null;
  const notices: (Notice & { file: string })[] = [];
  for (const path of paths) {
    const file = basename(path);
    const ending = extname(path).toLowerCase();
    const isCsv = ending === '.csv' || ending === '.tsv';
    const bytes = bytesOf(path, isCsv ? LARGEST_TABLE_BYTES : LARGEST_BYTES);
    const fingerprint = createHash('sha256').update(bytes).digest('hex');
    const addTable = (records: ReadSource['records']): void => {
      sources.push({ kind: 'table', name: tableName(path), path, file, fingerprint, records });
    };
    const addSheets = (read: ReturnType<typeof readRows>): void => {
      worksheets.push(...read.worksheets);
      notices.push(...read.notices.map((one) => ({ ...one, file })));
      if (read.worksheets.length > 0) name ??= basename(path, extname(path));
    };
    if (ending === '.json') {
      const data = jsonOf(path, bytes);
      if (isTable(data)) {
        addTable(() => data);
        continue;
      }
      const read = orBadFile(path, () => readJsonTwin(data));
      functions.push(...read.functions);
      addSheets(read);
    } else if (ending === '.xlsx') {
      const rows = await cellsOfXlsx(path, bytes);
      if (isTableHead(path, rows)) addTable(() => recordsOfCells(rows));
      else addSheets(orBadFile(path, () => readRows(rows)));
    } else if (isCsv) {
      const csv = csvText(bytes);
      const head = { ...csv, text: csv.text.slice(0, HEAD_CHARACTERS) };
      if (isTableHead(path, cellsOfCsv(path, head, HEAD_ROWS))) {
        addTable(() => recordsOfCsv(path, csv));
        continue;
      }
      if (bytes.length > LARGEST_BYTES) throw tooLarge(path, bytes.length, LARGEST_BYTES);
      addSheets(orBadFile(path, () => readRows(cellsOfCsv(path, csv))));
    } else if (DOCUMENTS.includes(ending)) {
      const content = textOf(bytes);
      const records = (): Iterable<TableRecord> => passagesOf(file, ending.startsWith('.htm'), content);
      sources.push({ kind: 'document', name: file, path, file, fingerprint, records });
    } else throw badFile(path, `Worksheets cannot be read from files that end with "${ending}".`, NEXT);
  }
  return { name, worksheets, functions, sources, notices };
}

/** True if a file is a table: it has the name of its worksheet and no columns of worksheets. */
function isTableHead(path: string, rows: readonly (readonly string[])[]): boolean {
  const header = rows.find((row) => row.some((cell) => cell.trim() !== '')) ?? [];
  return header.length > 0 && layoutOf(header) === null && rows.length > 1 && /^[A-Z]/.test(tableName(path));
}

/** Returns the worksheet of a table's file: `restaurants.Restaurant.csv` and `Restaurant.csv` belong to Restaurant. */
const tableName = (path: string): string => basename(path, extname(path)).split('.').at(-1) ?? '';

const tooLarge = (path: string, size: number, most: number) =>
  badFile(path, `The file has ${formatBytes(size)}. The limit is ${formatBytes(most)}.`, NEXT);

function bytesOf(path: string, most: number): Buffer {
  try {
    const { size } = statSync(path);
    if (size > most) throw tooLarge(path, size, most);
    return readFileSync(path);
  } catch (error) {
    throw translateError(error, path);
  }
}

function jsonOf(path: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, '')) as unknown;
  } catch (error) {
    throw badFile(path, `This is not JSON: ${error instanceof Error ? error.message : String(error)}.`, NEXT);
  }
}

function orBadFile<Read>(path: string, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    throw badFile(path, error instanceof Error ? error.message : String(error), NEXT);
  }
}

const isTable = (data: unknown): data is Rows =>
  Array.isArray(data) &&
  data.length > 0 &&
  data.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row) && !('ws_name' in row));
