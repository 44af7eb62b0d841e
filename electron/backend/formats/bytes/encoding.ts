import { isAscii, isUtf8 } from 'node:buffer';
import { Breather } from '../../jobs/breather.ts';
import { openBytes } from './bytes.ts';
import { FormatError } from './format-error.ts';

/** A decoder label of the WHATWG Encoding Standard in its canonical, lower-case form. */
export type EncodingName = string;

/** Returns the canonical name of a requested encoding. @throws FormatError UNKNOWN_ENCODING */
export function canonicalEncoding(label: string, path: string): EncodingName {
  try {
    return new TextDecoder(label).encoding;
  } catch (error) {
    throw new FormatError(
      'UNKNOWN_ENCODING',
      path,
      `"${label}" is not a known encoding.`,
      'Use utf-8, utf-16le, utf-16be, windows-1252 or another name from the WHATWG Encoding Standard.',
      error,
    );
  }
}

/**
 * Guesses the encoding by a byte order mark, zeros in every other byte (UTF-16), then bytes above 0x7F. A few bad bytes
 * among good sequences count as damage.
 */
export function detectEncoding(head: Buffer): EncodingName {
  if (head.length >= 2 && head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head.length >= 2 && head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head.length >= 3 && head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  const wide = wideEncoding(head);
  if (wide) return wide;
  return narrowEncoding(countUtf8(head));
}

/** Returns UTF-8, unless most bytes above 0x7F are invalid in UTF-8 but could all be Windows-1252. */
function narrowEncoding({ sequences, bad, unassigned }: Utf8Count): EncodingName {
  return bad > sequences && unassigned === 0 ? 'windows-1252' : 'utf-8';
}

/** Recognizes UTF-16 of mostly Latin text: every other byte is zero, and hardly any of the others. */
function wideEncoding(head: Buffer): EncodingName | null {
  const pairs = head.length >> 1;
  if (pairs < 2) return null;
  let evenZeros = 0;
  let oddZeros = 0;
  for (let index = 0; index < pairs * 2; index += 2) {
    if (head[index] === 0) evenZeros++;
    if (head[index + 1] === 0) oddZeros++;
  }
  if (oddZeros > pairs * 0.4 && evenZeros < pairs * 0.1) return 'utf-16le';
  if (evenZeros > pairs * 0.4 && oddZeros < pairs * 0.1) return 'utf-16be';
  return null;
}

interface Utf8Count {
  readonly sequences: number;
  readonly bad: number;
  /** Those of the bad bytes to which Windows-1252 assigns no character. */
  readonly unassigned: number;
}

const UNASSIGNED_IN_1252: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * A cut sequence at the end is not bad. With `continued`, the first three bytes may be the end of an earlier sequence.
 */
function countUtf8(bytes: Buffer, continued = false): Utf8Count {
  let sequences = 0;
  let bad = 0;
  let unassigned = 0;
  if (isAscii(bytes)) return { sequences, bad, unassigned };
  let index = 0;
  while (continued && index < 3 && (bytes[index]! & 0xc0) === 0x80) index++;
  while (index < bytes.length) {
    const lead = bytes[index]!;
    if (lead < 0x80) {
      index++;
      continue;
    }
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1;
    if (length > 1 && index + length > bytes.length && isContinued(bytes, index + 1)) break;
    if (length > 1 && isUtf8(bytes.subarray(index, index + length))) {
      sequences++;
      index += length;
    } else {
      bad++;
      if (UNASSIGNED_IN_1252.has(lead)) unassigned++;
      index++;
    }
  }
  return { sequences, bad, unassigned };
}

function isContinued(bytes: Buffer, from: number): boolean {
  return bytes.subarray(from).every((byte) => (byte & 0xc0) === 0x80);
}

export async function* toUtf8(
  chunks: AsyncIterable<Buffer>,
  encoding: EncodingName,
): AsyncGenerator<Buffer, void, undefined> {
  yield* withoutMarks(encoding === 'utf-8' ? chunks : decoded(chunks, encoding));
}

async function* decoded(
  chunks: AsyncIterable<Buffer>,
  encoding: EncodingName,
): AsyncGenerator<Buffer, void, undefined> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text.length > 0) yield Buffer.from(text, 'utf8');
  }
  const rest = decoder.decode();
  if (rest.length > 0) yield Buffer.from(rest, 'utf8');
}

const MARK = Buffer.from('\ufeff');

async function* withoutMarks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let isStart = true;
  for await (const chunk of chunks) {
    let start = 0;
    while (isStart && chunk.subarray(start, start + MARK.length).equals(MARK)) start += MARK.length;
    isStart &&= start === chunk.length;
    if (start < chunk.length) yield chunk.subarray(start);
  }
}

/** After this many characters above 0x7F, the encoding is certain. */
const ENOUGH = 64;

/** Decides between UTF-8 and Windows-1252 by reading the whole file: about a second per gigabyte of ASCII. */
export async function scanEncoding(path: string, signal: AbortSignal): Promise<EncodingName> {
  const breather = new Breather(signal);
  const source = await openBytes(path, { signal });
  let total: Utf8Count = { sequences: 0, bad: 0, unassigned: 0 };
  let continued = false;
  for await (const chunk of source.chunks()) {
    const count = countUtf8(chunk, continued);
    continued = true;
    total = {
      sequences: total.sequences + count.sequences,
      bad: total.bad + count.bad,
      unassigned: total.unassigned + count.unassigned,
    };
    if (total.sequences + total.bad >= ENOUGH) break;
    if (breather.due) await breather.pause();
  }
  return narrowEncoding(total);
}
