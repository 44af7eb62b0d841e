import { isUtf8 } from 'node:buffer';
import { type ByteSource, cutReason } from '../bytes/bytes.ts';
import { toUtf8 } from '../bytes/encoding.ts';
import { excerptOf, quoted } from '../bytes/excerpt.ts';
import { type Line, readLines, tooLong } from '../bytes/lines.ts';
import type { Reading } from '../reading/reading.ts';
import { BAD_UTF8, type Tally } from '../reading/tally.ts';
import { hasOneValuePerLine } from './sample.ts';
import { readJsonValues, type Wrapping } from './values.ts';

/** One JSON value of a file, or why there is none. */
export type JsonItem =
  | {
      readonly kind: 'value';
      readonly line: number;
      readonly value: unknown;
      readonly text: string;
      /** A name by its place, for a value without an id: `line-7`, or `item-7` in an array. */
      readonly place: string;
      /** The key of its place inside an object, or of its list. */
      readonly key?: string;
    }
  | {
      readonly kind: 'reject';
      readonly line: number;
      readonly reason: string;
      readonly excerpt: string;
      readonly records: number;
    };

/** Reads JSON Lines, a JSON array, or the contents of objects. Invalid lines or elements are rejects. */
export async function* readJsonRecords(
  reading: Reading,
  wrapping: Wrapping = 'values',
): AsyncGenerator<JsonItem, void, undefined> {
  const { head, options, tally, breather } = reading;
  const source = await reading.open({
    signal: options.signal,
    onBytes: (bytesRead) => options.onProgress?.({ bytesRead, totalBytes: head.totalBytes }),
  });
  let lastLine = 0;
  let cutTold = false;
  const chunks = toUtf8(source.chunks(), head.encoding);
  const perLine = wrapping === 'values' && hasOneValuePerLine(head);
  let items = 0;
  const pieces = perLine
    ? readLines(chunks, { newline: head.newline })
    : readJsonValues(chunks, undefined, wrapping);
  for await (const lines of pieces) {
    for (const line of lines) {
      lastLine = line.number;
      if (breather.due) await breather.pause();
      const item = parseLine(line, perLine ? `line-${line.number}` : `item-${++items}`, source, tally);
      if (!item) continue;
      cutTold ||= item.kind === 'reject' && source.ending !== 'whole';
      yield item;
    }
  }
  const cut = cutReason(source, lastLine);
  if (cut && !cutTold) yield { kind: 'reject', line: lastLine, reason: cut, excerpt: '', records: 0 };
}

function parseLine(
  line: Line & { readonly key?: string },
  place: string,
  source: ByteSource,
  tally: Tally,
): JsonItem | null {
  if (!line.bytes) {
    return { kind: 'reject', line: line.number, reason: tooLong(line), excerpt: line.head, records: 1 };
  }
  const text = line.bytes.toString('utf8');
  if (/^\s*$/.test(text)) return null;
  if (!isUtf8(line.bytes)) tally.add(BAD_UTF8, line.number);
  try {
    const { number, key } = line;
    return {
      kind: 'value',
      line: number,
      value: JSON.parse(text),
      text,
      place,
      ...(key !== undefined && { key }),
    };
  } catch (error) {
    const reason = cutReason(source, line.number) ?? notJson(line.number, error);
    return { kind: 'reject', line: line.number, reason, excerpt: excerptOf(text), records: 1 };
  }
}

function notJson(line: number, error: unknown): string {
  const detail = error instanceof Error ? error.message : String(error);
  return `Line ${line} is not JSON (${quoted(detail).slice(1, -1)}). Correct it, or export the file again.`;
}
