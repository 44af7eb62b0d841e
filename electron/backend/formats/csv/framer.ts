import { type CsvError, parse } from 'csv-parse/sync';
import { excerptOf } from '../bytes/format-error.ts';
import { type Line, tooLong } from '../bytes/lines.ts';

/** Returns the cells of a record that follows RFC 4180, ten times faster than csv-parse; null for any other record. */
export function quotedCells(record: string, delimiter: string): string[] | null {
  const cells: string[] = [];
  for (let start = 0; ; ) {
    if (record[start] === '"') {
      const end = closingQuote(record, start + 1);
      if (end < 0) return null;
      const cell = record.slice(start + 1, end);
      cells.push(cell.includes('"') ? cell.replaceAll('""', '"') : cell);
      start = end + 1;
      if (start === record.length) return cells;
      if (!record.startsWith(delimiter, start)) return null;
    } else {
      const found = record.indexOf(delimiter, start);
      const end = found < 0 ? record.length : found;
      const cell = record.slice(start, end);
      if (cell.includes('"') || cell.includes('\n')) return null;
      cells.push(cell);
      if (found < 0) return cells;
      start = end;
    }
    start += delimiter.length;
  }
}

function closingQuote(record: string, from: number): number {
  let at = record.indexOf('"', from);
  while (at >= 0 && record[at + 1] === '"') at = record.indexOf('"', at + 2);
  return at;
}

const QUOTE = 0x22;
const LINE_FEED = Buffer.from('\n');
const CARRIAGE_RETURN_LINE_FEED = Buffer.from('\r\n');

/** If a quote stays open for this long, it was not meant as a quote. */
const OPEN_QUOTE_LIMIT_BYTES = 1024 * 1024;

export type CsvItem =
  | {
      readonly kind: 'row';
      readonly line: number;
      readonly offset: number;
      readonly bytes: number;
      readonly cells: readonly string[];
    }
  | {
      readonly kind: 'reject';
      readonly line: number;
      readonly offset: number;
      readonly reason: string;
      readonly excerpt: string;
      readonly records: number;
    };

interface FramedLine {
  readonly line: Line;
  readonly content: Buffer;
  readonly item: CsvItem | null;
}

/**
 * Turns lines into CSV records. Each error costs one line; a stream parser would lose the rest of the file after an
 * unpaired quote.
 */
export class CsvFramer {
  readonly #delimiter: string;
  #width: number | null = null;
  #open: Line[] = [];
  #openBytes = 0;

  constructor(delimiter: string, width: number | null = null) {
    this.#delimiter = delimiter;
    this.#width = width;
  }

  push(lines: readonly Line[]): CsvItem[] {
    const framed: FramedLine[] = [];
    const todo = lines.toReversed();
    for (let line = todo.pop(); line; line = todo.pop()) this.#take(line, framed, todo);
    return this.#parsed(framed);
  }

  /** Returns the remaining records after the last line. */
  finish(): CsvItem[] {
    const framed: FramedLine[] = [];
    while (this.#open.length > 0) {
      const todo: Line[] = [];
      this.#giveUp(framed, todo);
      for (let line = todo.pop(); line; line = todo.pop()) this.#take(line, framed, todo);
    }
    return this.#parsed(framed);
  }

  /** Drops a record with an open quote and returns its first line; used at the end of a truncated file. */
  abandon(): Line | null {
    const [first] = this.#open;
    this.#open = [];
    return first ?? null;
  }

  #take(line: Line, framed: FramedLine[], todo: Line[]): void {
    const { bytes } = line;
    if (!bytes) {
      if (this.#open.length > 0) {
        todo.push(line);
        this.#giveUp(framed, todo);
        return;
      }
      framed.push({ line, content: Buffer.alloc(0), item: rejected(line, tooLong(line), line.head) });
      return;
    }
    const odd = quotesIn(bytes) % 2 === 1;
    if (this.#open.length === 0) {
      if (odd) this.#open = [line];
      else if (!isBlank(bytes))
        framed.push({ line, content: bytes, item: this.#width === null ? this.#alone(line) : null });
      this.#openBytes = bytes.length;
      return;
    }
    this.#open.push(line);
    this.#openBytes += bytes.length;
    if (odd) this.#close(framed, todo);
    else if (this.#openBytes > OPEN_QUOTE_LIMIT_BYTES) this.#giveUp(framed, todo);
  }

  /** Called when all quotes are closed: makes a record of several lines, if its cells can be read. */
  #close(framed: FramedLine[], todo: Line[]): void {
    const [first] = this.#open;
    if (first === undefined) return;
    const content = joined(this.#open);
    const cells = this.#cells(content, false);
    if (typeof cells === 'string' || (this.#width !== null && cells.length !== this.#width)) {
      this.#giveUp(framed, todo);
      return;
    }
    this.#width ??= cells.length;
    this.#open = [];
    const item: CsvItem = {
      kind: 'row',
      line: first.number,
      offset: first.offset,
      bytes: content.length,
      cells,
    };
    framed.push({ line: first, content, item });
  }

  /** Reads the first of the open lines alone and puts the others back. */
  #giveUp(framed: FramedLine[], todo: Line[]): void {
    const [first, ...others] = this.#open;
    if (first === undefined) return;
    this.#open = [];
    for (const line of others.reverse()) todo.push(line);
    framed.push({ line: first, content: first.bytes as Buffer, item: this.#alone(first) });
  }

  #parsed(framed: FramedLine[]): CsvItem[] {
    return framed.map(({ item, line, content }) => {
      if (item) return item;
      if (content.includes(QUOTE)) return this.#alone(line);
      return this.#row(line, content.toString('utf8').split(this.#delimiter));
    });
  }

  /** Parses a single line strictly, or else with stray quotes as text, if the number of cells is then right. */
  #alone(line: Line): CsvItem {
    const content = line.bytes as Buffer;
    const strict = this.#cells(content, false);
    if (typeof strict !== 'string') return this.#row(line, strict);
    const relaxed = this.#cells(content, true);
    if (typeof relaxed !== 'string' && (this.#width === null || relaxed.length === this.#width))
      return this.#row(line, relaxed);
    return rejected(line, strict, excerptOf(content.toString('utf8')));
  }

  #row(line: Line, cells: readonly string[]): CsvItem {
    this.#width ??= cells.length;
    return { kind: 'row', line: line.number, offset: line.offset, bytes: line.length, cells };
  }

  #cells(content: Buffer, relaxed: boolean): string[] | string {
    const plain = relaxed ? null : quotedCells(content.toString('utf8'), this.#delimiter);
    if (plain) return plain;
    const rows = this.#rows(content, relaxed);
    if (typeof rows === 'string') return rows;
    const [cells, ...more] = rows;
    return cells && more.length === 0 ? cells : 'cannot be read as one record';
  }

  #rows(content: Buffer, relaxed: boolean): string[][] | string {
    try {
      return parse(content, {
        delimiter: this.#delimiter,
        record_delimiter: '\n',
        relax_column_count: true,
        relax_quotes: relaxed,
      });
    } catch (error) {
      return faultOf((error as CsvError).code);
    }
  }
}

function faultOf(code: string): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'has a quote that never closes';
  if (code === 'CSV_INVALID_CLOSING_QUOTE') return 'has text after a closing quote';
  if (code === 'INVALID_OPENING_QUOTE') return 'has a quote inside a cell that does not begin with a quote';
  return `cannot be read as CSV (${code})`;
}

function rejected(line: Line, fault: string, excerpt: string): CsvItem {
  const reason = fault.startsWith('Line ')
    ? fault
    : `Line ${line.number} ${fault}. Put the cell in quotes and double the quotes inside it.`;
  return { kind: 'reject', line: line.number, offset: line.offset, reason, excerpt, records: 1 };
}

function quotesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(QUOTE); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) count++;
  return count;
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20);
}

function joined(lines: readonly Line[]): Buffer {
  const pieces: Buffer[] = [];
  for (const line of lines)
    pieces.push(line.bytes as Buffer, line.carriageReturn ? CARRIAGE_RETURN_LINE_FEED : LINE_FEED);
  return Buffer.concat(pieces.slice(0, -1));
}
