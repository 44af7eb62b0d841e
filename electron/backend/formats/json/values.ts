import { excerptOf } from '../bytes/format-error.ts';
import { LINE_LIMIT_BYTES, type Line } from '../bytes/lines.ts';

/** Maximum nesting of JSON to write. Some 3,000 levels would overflow the stack. */
export const WRITABLE_DEPTH = 500;

/** Parses truncated JSON up to its last whole element; undefined if there is none, or if it is nested too deeply. */
export function closedJson(text: string): unknown {
  const open: string[] = [];
  let end = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},]/gs)) {
    if (token === '{' || token === '[') {
      if (open.push(token === '{' ? '}' : ']') > WRITABLE_DEPTH) return undefined;
      end = index + 1;
    } else if (token === '}' || token === ']') {
      open.pop();
      end = index + 1;
    } else if (token === ',') end = index;
  }
  try {
    return JSON.parse(text.slice(0, end) + open.reverse().join('')) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * `values` are single or in one array; `members` are in an object keyed by id; `lists` are elements of an object's
 * lists.
 */
export type Wrapping = 'values' | 'members' | 'lists';

interface KeyedLine extends Line {
  readonly key?: string;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const LINE_FEED = 0x0a;
const HEAD_BYTES = 800;

/**
 * Splits a JSON array, or consecutive values, into values numbered by their first line. A value above the limit is
 * skipped.
 */
export async function* readJsonValues(
  chunks: AsyncIterable<Buffer>,
  limitBytes = LINE_LIMIT_BYTES,
  wrapping: Wrapping = 'values',
): AsyncGenerator<KeyedLine[], void, undefined> {
  const splitter = new ValueSplitter(limitBytes, wrapping);
  for await (const chunk of chunks) {
    const values = splitter.push(chunk);
    if (values.length > 0) yield values;
  }
  const rest = splitter.finish();
  if (rest) yield [rest];
}

/** Returns the complete values in a part of a file, and the incomplete value at its end. */
export function splitValues(
  bytes: Buffer,
  wrapping: Wrapping = 'values',
): { values: Buffer[]; unfinished: Buffer | null } {
  const splitter = new ValueSplitter(LINE_LIMIT_BYTES, wrapping);
  const values = splitter.push(bytes).map((line) => line.bytes as Buffer);
  return { values, unfinished: splitter.finish()?.bytes ?? null };
}

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

const ARRAY = 0x5b;
const OBJECT = 0x7b;
const OBJECTS_DEEP = 2;

/** Returns the bytes of a key as text; undefined if they are not a key. */
function keyText(bytes: Buffer | null): string | undefined {
  try {
    const key: unknown = JSON.parse(bytes?.toString('utf8') ?? '');
    return String(key);
  } catch {
    return '';
  }
}

const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d;

class ValueSplitter {
  readonly #limit: number;
  readonly #wrapping: Wrapping;
  readonly #around: number[] = [];
  #isStarted = false;
  #key: string | undefined;
  #part: 'value' | 'key' | 'other' = 'value';
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

  constructor(limitBytes: number, wrapping: Wrapping) {
    this.#limit = limitBytes;
    this.#wrapping = wrapping;
  }

  push(chunk: Buffer): KeyedLine[] {
    const values: KeyedLine[] = [];
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
      const value = this.#complete(true);
      if (this.#part === 'value') values.push(value);
      if (this.#part === 'key') this.#key = keyText(value.bytes);
      else if (this.#around.at(-1) === OBJECT) this.#key = undefined;
      // A bracket that ends a number or a word also closes the array or object around it.
      if (end === index && isClosing(byte)) this.#close();
    }
    if (this.#inValue) this.#keep(chunk.subarray(start));
    this.#position += chunk.length;
    return values;
  }

  finish(): KeyedLine | null {
    return this.#inValue && this.#part === 'value' ? this.#complete(false) : null;
  }

  #begins(byte: number, index: number): boolean {
    if (isSpace(byte) || byte === COMMA || byte === COLON) return false;
    if (isClosing(byte)) {
      this.#close();
      return false;
    }
    if (this.#opensAround(byte)) {
      this.#around.push(byte);
      if (byte === OBJECT) this.#key = undefined;
      return false;
    }
    const inObject = this.#around.at(-1) === OBJECT;
    this.#part =
      inObject && this.#key === undefined
        ? 'key'
        : this.#wrapping === 'lists' && (inObject || this.#around.length === 0)
          ? 'other'
          : 'value';
    this.#inValue = true;
    this.#depth = 0;
    this.#startLine = this.#line;
    this.#startOffset = this.#position + index;
    return true;
  }

  /** True if an opening bracket is around values instead of beginning one. */
  #opensAround(byte: number): boolean {
    const isFirst = !this.#isStarted;
    this.#isStarted = true;
    if (this.#wrapping === 'values') return isFirst && byte === ARRAY;
    const around = this.#around.at(-1);
    if (around === undefined) return isOpening(byte);
    // An array may collect pages of an API.
    if (around === ARRAY) return this.#key === undefined && byte === OBJECT;
    if (this.#wrapping !== 'lists' || this.#key === undefined) return false;
    // In some APIs, the lists are one object deeper.
    return byte === ARRAY || (byte === OBJECT && this.#around.length < OBJECTS_DEEP);
  }

  #close(): void {
    this.#around.pop();
    if (this.#around.at(-1) !== ARRAY) this.#key = undefined;
  }

  /** Reads one byte of a value. Returns the position after the value if it ends here, otherwise -1. */
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
      // A number or a word at the end of an array ends before the bracket.
      if (this.#depth === 0) return index;
      if (--this.#depth === 0) return index + 1;
    } else if (this.#depth === 0 && (isSpace(byte) || byte === COMMA)) return index;
    return -1;
  }

  #keep(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#head || this.#part === 'other') return;
    this.#pieces.push(piece);
    if (this.#length <= this.#limit) return;
    this.#head = Buffer.from(Buffer.concat(this.#pieces).subarray(0, HEAD_BYTES));
    this.#pieces = [];
  }

  #complete(terminated: boolean): KeyedLine {
    const value: KeyedLine = {
      number: this.#startLine,
      offset: this.#startOffset,
      bytes: this.#head ? null : Buffer.concat(this.#pieces),
      carriageReturn: false,
      terminated,
      length: this.#length,
      head: this.#head ? excerptOf(this.#head.toString('utf8')) : '',
      ...(this.#key !== undefined && { key: this.#key }),
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
