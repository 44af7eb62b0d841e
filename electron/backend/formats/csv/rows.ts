import { isUtf8 } from 'node:buffer';
import { type ByteSource, cutReason } from '../bytes/bytes.ts';
import { toUtf8 } from '../bytes/encoding.ts';
import { excerptOf } from '../bytes/format-error.ts';
import { type Line, readLines } from '../bytes/lines.ts';
import { BAD_UTF8, type Reading, type Tally } from '../reading/reading.ts';
import { CsvFramer, type CsvItem } from './framer.ts';
import type { CsvLayout } from './layout.ts';

interface CsvPass {
  readonly layout: CsvLayout;
  readonly progress: readonly [number, number];
  /** Counts each line that is not UTF-8. Missing in a second pass. */
  readonly tally?: Tally;
}

/** Yields a CSV's records, a list per chunk. Rejects the last record of a truncated gzip. */
export async function* readCsvRows(
  reading: Reading,
  pass: CsvPass,
): AsyncGenerator<readonly CsvItem[], void, undefined> {
  const { head, options, breather } = reading;
  const [low, high] = pass.progress;
  const source = await reading.open({
    signal: options.signal,
    onBytes: (bytesRead) =>
      options.onProgress?.({
        bytesRead: Math.floor(low * head.totalBytes + (high - low) * bytesRead),
        totalBytes: head.totalBytes,
      }),
  });
  const framer = new CsvFramer(pass.layout.delimiter, pass.layout.columns.length);
  const chunks = toUtf8(source.chunks(), head.encoding);
  let last: Line | null = null;
  for await (const lines of readLines(chunks, { newline: head.newline })) {
    last = lines.at(-1) ?? last;
    noteBadBytes(lines, pass.tally);
    const whole = source.ending === 'whole' ? lines : lines.filter(({ terminated }) => terminated);
    const items = withoutHeader(framer.push(whole), pass);
    if (items.length > 0) yield items;
    if (breather.due) await breather.pause();
  }
  const cut = last && cutOff(source, framer, last);
  if (cut) yield [cut];
  const rest = withoutHeader(framer.finish(), pass);
  if (rest.length > 0) yield rest;
}

function cutOff(source: ByteSource, framer: CsvFramer, last: Line): CsvItem | null {
  if (source.ending === 'whole') return null;
  const broken = framer.abandon() ?? (last.terminated ? null : last);
  const { number, offset } = broken ?? last;
  const reason = cutReason(source, last.number) ?? '';
  const excerpt = excerptOf(broken?.bytes?.toString('utf8') ?? broken?.head ?? '');
  return { kind: 'reject', line: number, offset, reason, excerpt, records: broken ? 1 : 0 };
}

function noteBadBytes(lines: readonly Line[], tally: Tally | undefined): void {
  if (!tally) return;
  for (const { bytes, number } of lines) {
    if (bytes && !isUtf8(bytes)) tally.add(BAD_UTF8, number);
  }
}

function withoutHeader(items: readonly CsvItem[], { layout }: CsvPass): readonly CsvItem[] {
  return items.filter((item) => item.line > layout.headerLine);
}
