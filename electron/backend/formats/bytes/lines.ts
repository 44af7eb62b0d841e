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
}

/** Thrown if more empty lines follow one another than the limit allows. */
export class EmptyLines extends Error {
  constructor(line: number) {
    super(`More than ${EMPTY_LINES_LIMIT.toLocaleString('en')} empty lines in a row, up to line ${line}.`);
    this.name = 'EmptyLines';
  }
}

/** Splits a stream into lines and yields a list per chunk. At most one line is in memory. */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  { limitBytes = LINE_LIMIT_BYTES, newline = LINE_FEED }: LineOptions = {},
): AsyncGenerator<Line[], void, undefined> {
  let number = 1;
  let offset = 0;
  let emptyLines = 0;
  /** The pieces of the incomplete line; empty if it exceeds the limit. */
  let pieces: Buffer[] = [];
  let length = 0;
  let head: Buffer | null = null;

  const keep = (piece: Buffer): void => {
    length += piece.length;
    if (head) return;
    pieces.push(piece);
    if (length <= limitBytes) return;
    head = Buffer.from(Buffer.concat(pieces).subarray(0, HEAD_BYTES));
    pieces = [];
  };
  const complete = (rest: Buffer, newlineBytes: number): Line => {
    keep(rest);
    const whole = head ? null : pieces.length === 1 ? rest : Buffer.concat(pieces);
    const endsInReturn = whole?.at(-1) === CARRIAGE_RETURN;
    emptyLines = whole !== null && whole.length <= (endsInReturn ? 1 : 0) ? emptyLines + 1 : 0;
    if (emptyLines > EMPTY_LINES_LIMIT) throw new EmptyLines(number);
    const carriageReturn = newline === LINE_FEED && endsInReturn;
    const line: Line = {
      number: number++,
      offset,
      bytes: carriageReturn ? whole.subarray(0, -1) : whole,
      carriageReturn,
      terminated: newlineBytes > 0,
      length,
      head: head ? excerptOf(head.toString('utf8')) : '',
    };
    offset += length + newlineBytes;
    pieces = [];
    length = 0;
    head = null;
    return line;
  };

  for await (const chunk of chunks) {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      lines.push(complete(chunk.subarray(start, end), 1));
      start = end + 1;
    }
    if (start < chunk.length) keep(chunk.subarray(start));
    if (lines.length > 0) yield lines;
  }
  if (length > 0) yield [complete(Buffer.alloc(0), 0)];
}

export function tooLong(line: Line): string {
  const megabytes = (bytes: number): string =>
    (bytes / 1024 / 1024).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0);
  return `Line ${line.number} is ${megabytes(line.length)} MB long; the limit is ${megabytes(LINE_LIMIT_BYTES)} MB. Check that the file has line breaks, or split this record.`;
}
