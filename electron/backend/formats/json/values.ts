import { excerptOf } from '../bytes/excerpt.ts';
import { LINE_LIMIT_BYTES, type Line } from '../bytes/lines.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
const HEAD_BYTES = 800;

/**
 * Splits a stream of bytes that is one JSON array into its elements, or JSON values that follow one another into
 * each value, however they are broken into lines. Gives them in the shape of lines, numbered by the line they begin
 * in; an element over the limit is set aside without being held.
 */
export async function* readJsonValues(
  chunks: AsyncIterable<Buffer>,
  limitBytes = LINE_LIMIT_BYTES,
): AsyncGenerator<Line[], void, undefined> {
  const splitter = new ValueSplitter(limitBytes);
  for await (const chunk of chunks) {
    const values = splitter.push(chunk);
    if (values.length > 0) yield values;
  }
  const rest = splitter.finish();
  if (rest) yield [rest];
}

/** The whole values in a piece of a file, and the one at its end that goes on after it. */
export function splitValues(bytes: Buffer): { values: Buffer[]; unfinished: Buffer | null } {
  const splitter = new ValueSplitter(LINE_LIMIT_BYTES);
  const values = splitter.push(bytes).map((line) => line.bytes as Buffer);
  return { values, unfinished: splitter.finish()?.bytes ?? null };
}

/** The keys of an object itself, as far as its text goes. */
export function topLevelKeys(bytes: Buffer): string[] {
  const keys: string[] = [];
  let depth = 0;
  for (const [token, key] of bytes
    .toString('utf8')
    .matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[[{]|[\]}]/gs)) {
    if (key !== undefined) {
      if (depth === 1) keys.push(key.slice(1, -1));
    } else if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
  }
  return keys;
}

const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d;

class ValueSplitter {
  readonly #limit: number;
  /** 1 inside the array around all elements, 0 where there is none. */
  #base: 0 | 1 | null = null;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #line = 1;
  #position = 0;

  #pieces: Buffer[] = [];
  #length = 0;
  #head: Buffer | null = null;
  #startLine = 1;
  #startOffset = 0;
  #inValue = false;

  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  push(chunk: Buffer): Line[] {
    const values: Line[] = [];
    let start = 0;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index]!;
      if (byte === LINE_FEED) this.#line++;
      if (!this.#inValue) {
        if (!this.#begins(byte, index)) continue;
        start = index;
      }
      const end = this.#endsAt(byte, index);
      if (end < 0) continue;
      this.#keep(chunk.subarray(start, end));
      values.push(this.#complete(true));
    }
    if (this.#inValue) this.#keep(chunk.subarray(start));
    this.#position += chunk.length;
    return values;
  }

  finish(): Line | null {
    return this.#inValue ? this.#complete(false) : null;
  }

  /** Steps over what stands between values; true at the first byte of one. */
  #begins(byte: number, index: number): boolean {
    if (isSpace(byte) || byte === COMMA || isClosing(byte)) return false;
    if (this.#base === null) {
      this.#base = byte === 0x5b ? 1 : 0;
      if (this.#base === 1) return false;
    }
    this.#inValue = true;
    this.#depth = 0;
    this.#startLine = this.#line;
    this.#startOffset = this.#position + index;
    return true;
  }

  /** Takes one byte of a value; where the value ends, the place after it, otherwise -1. */
  #endsAt(byte: number, index: number): number {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) {
        this.#inString = false;
        if (this.#depth === 0) return index + 1;
      }
      return -1;
    }
    if (byte === QUOTE) this.#inString = true;
    else if (isOpening(byte)) this.#depth++;
    else if (isClosing(byte)) {
      // A number or a word at the end of the array ends before its bracket.
      if (this.#depth === 0) return index;
      if (--this.#depth === 0) return index + 1;
    } else if (this.#depth === 0 && (isSpace(byte) || byte === COMMA)) return index;
    return -1;
  }

  #keep(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#head) return;
    this.#pieces.push(piece);
    if (this.#length <= this.#limit) return;
    this.#head = Buffer.from(Buffer.concat(this.#pieces).subarray(0, HEAD_BYTES));
    this.#pieces = [];
  }

  #complete(terminated: boolean): Line {
    const value: Line = {
      number: this.#startLine,
      offset: this.#startOffset,
      bytes: this.#head ? null : Buffer.concat(this.#pieces),
      carriageReturn: false,
      terminated,
      length: this.#length,
      head: this.#head ? excerptOf(this.#head.toString('utf8')) : '',
    };
    this.#pieces = [];
    this.#length = 0;
    this.#head = null;
    this.#inValue = false;
    this.#inString = false;
    this.#escaped = false;
    return value;
  }
}
