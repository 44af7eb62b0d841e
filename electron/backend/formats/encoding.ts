import { isAscii, isUtf8 } from 'node:buffer';
import { FormatError } from './format.ts';

/** A decoder label of the WHATWG Encoding Standard in its canonical, lower-case form. */
export type EncodingName = string;

/**
 * The canonical name of an encoding a person asked for.
 * @throws FormatError UNKNOWN_ENCODING
 */
export function canonicalEncoding(label: string, path: string): EncodingName {
  try {
    return new TextDecoder(label).encoding;
  } catch (error) {
    throw new FormatError(
      'UNKNOWN_ENCODING',
      path,
      `"${label}" is not an encoding this app knows.`,
      'Use utf-8, utf-16le, utf-16be, windows-1252 or another name of the WHATWG Encoding Standard.',
      error,
    );
  }
}

/**
 * Guesses the encoding of a file from its first bytes: byte order mark, then zero bytes at every other place
 * (UTF-16 without a mark), then whether the bytes above 0x7F form UTF-8. A few bad bytes among good sequences are
 * damage, not another encoding.
 */
export function detectEncoding(head: Buffer): EncodingName {
  if (head.length >= 2 && head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head.length >= 2 && head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head.length >= 3 && head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  const wide = wideEncoding(head);
  if (wide) return wide;
  const { sequences, bad } = countUtf8(head);
  return bad > sequences ? 'windows-1252' : 'utf-8';
}

/** UTF-16 of mostly Latin text has a zero in every other byte and hardly any in the others. */
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

/** Counts well-formed sequences of two to four bytes, and bytes that belong to none. A cut last sequence is not bad. */
export function countUtf8(bytes: Buffer): { sequences: number; bad: number } {
  let sequences = 0;
  let bad = 0;
  if (isAscii(bytes)) return { sequences, bad };
  for (let index = 0; index < bytes.length; ) {
    const lead = bytes[index];
    if (lead < 0x80) {
      index++;
      continue;
    }
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1;
    if (length > 1 && index + length > bytes.length) break;
    if (length > 1 && isUtf8(bytes.subarray(index, index + length))) {
      sequences++;
      index += length;
    } else {
      bad++;
      index++;
    }
  }
  return { sequences, bad };
}

/** Recodes a stream of bytes as UTF-8 and takes a byte order mark off its beginning. */
export async function* toUtf8(
  chunks: AsyncIterable<Buffer>,
  encoding: EncodingName,
): AsyncGenerator<Buffer, void, undefined> {
  if (encoding === 'utf-8') {
    yield* withoutMark(chunks);
    return;
  }
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text.length > 0) yield Buffer.from(text, 'utf8');
  }
  const rest = decoder.decode();
  if (rest.length > 0) yield Buffer.from(rest, 'utf8');
}

async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let first = true;
  for await (const chunk of chunks) {
    const marked = first && chunk.length >= 3 && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
    first = false;
    if (!marked) yield chunk;
    else if (chunk.length > 3) yield chunk.subarray(3);
  }
}
