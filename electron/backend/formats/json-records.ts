import { isUtf8 } from 'node:buffer';
import type { Breather } from './breather.ts';
import { type ByteSource, openBytes } from './bytes.ts';
import { toUtf8 } from './encoding.ts';
import { excerptOf, quoted } from './excerpt.ts';
import type { ReadOptions } from './format.ts';
import type { FileHead } from './head.ts';
import { LINE_LIMIT_BYTES, type Line, readLines } from './lines.ts';
import { BAD_UTF8, type Tally } from './tally.ts';

/** One JSON value of a file, or why there is none. */
export type JsonItem =
  | { readonly kind: 'value'; readonly line: number; readonly value: unknown; readonly text: string }
  | {
      readonly kind: 'reject';
      readonly line: number;
      readonly reason: string;
      readonly excerpt: string;
      readonly records: number;
    };

export interface JsonReading {
  readonly head: FileHead;
  readonly options: ReadOptions;
  readonly tally: Tally;
  readonly breather: Breather;
}

/** Reads JSON Lines. Blank lines are skipped; a line that is no JSON is one reject. */
export async function* readJsonRecords(reading: JsonReading): AsyncGenerator<JsonItem, void, undefined> {
  const { head, options, tally, breather } = reading;
  const source = await openBytes(head.path, {
    signal: options.signal,
    onBytes: (bytesRead) => options.onProgress?.({ bytesRead, totalBytes: head.totalBytes }),
  });
  let lastLine = 0;
  let cutTold = false;
  const chunks = toUtf8(source.chunks(), head.encoding);
  for await (const lines of readLines(chunks, { newline: head.newline })) {
    for (const line of lines) {
      lastLine = line.number;
      if (breather.due) await breather.pause();
      const item = parseLine(line, source, tally);
      if (!item) continue;
      cutTold ||= item.kind === 'reject' && source.ending !== 'whole';
      yield item;
    }
  }
  const cut = cutReason(source, lastLine);
  if (cut && !cutTold) yield { kind: 'reject', line: lastLine, reason: cut, excerpt: '', records: 0 };
}

function parseLine(line: Line, source: ByteSource, tally: Tally): JsonItem | null {
  if (!line.bytes) {
    return { kind: 'reject', line: line.number, reason: tooLong(line), excerpt: line.head, records: 1 };
  }
  const text = line.bytes.toString('utf8');
  if (/^\s*$/.test(text)) return null;
  if (!isUtf8(line.bytes)) tally.add(BAD_UTF8, line.number);
  try {
    return { kind: 'value', line: line.number, value: JSON.parse(text), text };
  } catch (error) {
    const reason = cutReason(source, line.number) ?? notJson(line.number, error);
    return { kind: 'reject', line: line.number, reason, excerpt: excerptOf(text), records: 1 };
  }
}

/** Says that the gzip ended early, or null when it did not. */
export function cutReason(source: ByteSource, line: number): string | null {
  if (source.ending === 'whole') return null;
  const what = source.ending === 'cut' ? 'ends early' : 'is damaged';
  return `The gzip data ${what} at line ${line}: how much is missing after it cannot be known. Download or export the file again.`;
}

export function tooLong(line: Line): string {
  const megabytes = (bytes: number): string =>
    (bytes / 1024 / 1024).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0);
  return `Line ${line.number} is ${megabytes(line.length)} MB long; the limit is ${megabytes(LINE_LIMIT_BYTES)} MB. Check that the file has its line ends, or split this record.`;
}

function notJson(line: number, error: unknown): string {
  const detail = error instanceof Error ? error.message : String(error);
  return `Line ${line} is not JSON (${quoted(detail).slice(1, -1)}). Correct it, or export the file again.`;
}
