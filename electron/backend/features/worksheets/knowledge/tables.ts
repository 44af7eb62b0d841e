import { Readable } from 'node:stream';
import { parse as parseStream } from 'csv-parse';
import type { KnowledgeColumn } from '#shared/contract/worksheets.ts';
import { CSV_OPTIONS, type csvText, noCsv } from '../cells.ts';

export type TableRecord = Readonly<Record<string, unknown>>;

export async function* recordsOfCsv(
  path: string,
  { text, delimiter }: ReturnType<typeof csvText>,
): AsyncGenerator<TableRecord> {
  const parser = parseStream({ ...CSV_OPTIONS, delimiter });
  const source = Readable.from(slices(text));
  source.pipe(parser);
  let names: readonly string[] | null = null;
  try {
    for await (const row of parser as AsyncIterable<readonly string[]>) {
      if (row.every((cell) => cell.trim() === '')) continue;
      if (names === null) names = columnNames(row);
      else yield recordOfCells(names, row);
    }
  } catch (error) {
    throw noCsv(path, error);
  }
}

/** Small, because each slice is parsed in one go. */
const SLICE = 1 << 15;
function* slices(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += SLICE) yield text.slice(at, at + SLICE);
}

export function* recordsOfCells(rows: readonly (readonly string[])[]): Generator<TableRecord> {
  const [header = [], ...rest] = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
  const names = columnNames(header);
  for (const row of rest) yield recordOfCells(names, row);
}

/** Returns the names of columns. A column without a name, or with a repeated name, is named by its position. */
const columnNames = (header: readonly string[]): readonly string[] =>
  header.map((cell, at) => {
    const name = cell.trim();
    const isFirst = header.findIndex((other) => other.trim() === name) === at;
    return name !== '' && isFirst ? name : `${name || 'column'} ${at + 1}`;
  });

const recordOfCells = (names: readonly string[], row: readonly string[]): TableRecord =>
  Object.fromEntries(names.map((name, at) => [name, valueOfCell((row[at] ?? '').trim())]));

/** Parses a number or a truth value in a cell. A list such as `a; b` stays a text. */
function valueOfCell(cell: string): string | number | boolean | null {
  if (cell === '') return null;
  if (/^(?:true|false)$/i.test(cell)) return cell.toLowerCase() === 'true';
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(cell) ? Number(cell) : cell;
}

/** If the texts of a column are longer than this on average, they are sentences, otherwise values. */
const LONGEST_VALUE_WORDS = 6;

export class ColumnSurvey {
  readonly #columns = new Map<string, { values: number; numbers: number; truths: number; words: number }>();

  add(record: TableRecord): void {
    for (const [name, value] of Object.entries(record)) {
      const seen = this.#columns.get(name) ?? { values: 0, numbers: 0, truths: 0, words: 0 };
      this.#columns.set(name, seen);
      if (value === null || value === '') continue;
      seen.values++;
      if (typeof value === 'number') seen.numbers++;
      else if (typeof value === 'boolean') seen.truths++;
      else if (typeof value === 'string') seen.words += value.split(/\s+/).length;
    }
  }

  columns(): KnowledgeColumn[] {
    return [...this.#columns].map(([name, { values, numbers, truths, words }]) => {
      if (values > 0 && numbers === values) return { name, type: 'number' };
      if (values > 0 && truths === values) return { name, type: 'truth' };
      return { name, type: words > LONGEST_VALUE_WORDS * values ? 'words' : 'text' };
    });
  }
}
