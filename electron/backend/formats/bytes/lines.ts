import { excerptOf } from './format-error.ts';

/** A longer line is rejected without storing it, because no message has 32 MiB. */
export const LINE_LIMIT_BYTES = 32 * 1024 * 1024;

/** A small gzip can contain half a billion empty lines, but spreadsheets have at most a million rows. */
const EMPTY_LINES_LIMIT = 2_000_000;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Enough bytes for 200 characters of any script. */
const HEAD_BYTES = 800;

export interface Line {
  readonly number: number;
  /** Offset in the stream, from 0. */
  readonly offset: number;
  readonly bytes: Buffer | null;
  /** True if the line ended in `\r\n`, which a cell over several lines keeps. */
  readonly carriageReturn: boolean;
  /** False only for a last line without a line end, which may be incomplete. */
  readonly terminated: boolean;
  /** The line's length in bytes, even above the limit. */
  readonly length: number;
  /** The first 200 characters of a line above the limit; otherwise empty. */
  readonly head: string;
}

export interface LineOptions {
  readonly limitBytes?: number;
  /** The byte that ends a line: a line feed, or a carriage return in old Macintosh files. */
  readonly newline?: number;
  /** The number and offset of the first line, if reading starts inside a file. */
  readonly firstNumber?: number;
  readonly firstOffset?: number;
}

/** Splits a stream into lines and yields a list per chunk. At most one line is in memory. */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  options: LineOptions = {},
): AsyncGenerator<Line[], void, undefined> {
  const splitter = new LineSplitter(options);
  for await (const chunk of chunks) {
    const lines = splitter.push(chunk);
    if (lines.length > 0) yield lines;
  }
  const last = splitter.finish();
  if (last) yield [last];
}

/** Thrown if more empty lines follow one another than the limit allows. */
export class EmptyLines extends Error {
  constructor(line: number) {
    super(`More than ${EMPTY_LINES_LIMIT.toLocaleString('en')} empty lines in a row, up to line ${line}.`);
    this.name = 'EmptyLines';
  }
}

class LineSplitter {
  readonly #limit: number;
  readonly #newline: number;
  #number: number;
  #offset: number;
  /** The pieces of the incomplete line; empty if it exceeds the limit. */
  #pieces: Buffer[] = [];
  #length = 0;
  #head: Buffer | null = null;
  #emptyLines = 0;

  constructor(options: LineOptions) {
    this.#limit = options.limitBytes ?? LINE_LIMIT_BYTES;
    this.#newline = options.newline ?? LINE_FEED;
    this.#number = options.firstNumber ?? 1;
    this.#offset = options.firstOffset ?? 0;
  }

  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(this.#newline); end >= 0; end = chunk.indexOf(this.#newline, start)) {
      lines.push(this.#complete(chunk.subarray(start, end), 1));
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
    return lines;
  }

  finish(): Line | null {
    return this.#length > 0 ? this.#complete(Buffer.alloc(0), 0) : null;
  }

  #countEmpty(bytes: Buffer | null): void {
    const isEmpty =
      bytes !== null && (bytes.length === 0 || (bytes.length === 1 && bytes[0] === CARRIAGE_RETURN));
    this.#emptyLines = isEmpty ? this.#emptyLines + 1 : 0;
    if (this.#emptyLines > EMPTY_LINES_LIMIT) throw new EmptyLines(this.#number);
  }

  #keep(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#head) return;
    this.#pieces.push(piece);
    if (this.#length > this.#limit) {
      this.#head = Buffer.concat(this.#pieces).subarray(0, HEAD_BYTES);
      this.#head = Buffer.from(this.#head);
      this.#pieces = [];
    }
  }

  #complete(rest: Buffer, newlineBytes: number): Line {
    let bytes: Buffer | null = rest;
    if (this.#length > 0) {
      this.#keep(rest);
      bytes = this.#head ? null : Buffer.concat(this.#pieces);
    } else {
      this.#length = rest.length;
      if (this.#length > this.#limit) {
        this.#head = rest.subarray(0, HEAD_BYTES);
        bytes = null;
      }
    }
    const offset = this.#offset;
    const length = this.#length;
    this.#countEmpty(bytes);
    const head = this.#head ? excerptOf(this.#head.toString('utf8')) : '';
    this.#offset += length + newlineBytes;
    this.#pieces = [];
    this.#length = 0;
    this.#head = null;
    const carriageReturn = this.#newline === LINE_FEED && bytes?.at(-1) === CARRIAGE_RETURN;
    if (carriageReturn && bytes) bytes = bytes.subarray(0, -1);
    return {
      number: this.#number++,
      offset,
      bytes,
      carriageReturn,
      terminated: newlineBytes > 0,
      length,
      head,
    };
  }
}

export function tooLong(line: Line): string {
  const megabytes = (bytes: number): string =>
    (bytes / 1024 / 1024).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0);
  return `Line ${line.number} is ${megabytes(line.length)} MB long; the limit is ${megabytes(LINE_LIMIT_BYTES)} MB. Check that the file has line breaks, or split this record.`;
}
