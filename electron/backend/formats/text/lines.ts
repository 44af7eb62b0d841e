import { isUtf8 } from 'node:buffer';
import { cutReason } from '../bytes/bytes.ts';
import { toUtf8 } from '../bytes/encoding.ts';
import { readLines, tooLong } from '../bytes/lines.ts';
import type { ImportEvent } from '../reading/import-event.ts';
import type { Reading } from '../reading/reading.ts';
import { BAD_UTF8 } from '../reading/tally.ts';

/** A line of plain text, or a reject in place of one that cannot be used. */
type TextLine =
  | { readonly kind: 'line'; readonly number: number; readonly text: string }
  | Extract<ImportEvent, { kind: 'reject' }>;

/** The lines of a file as text; a gzip cut short ends with a reject that says so. */
export async function* readTextLines(reading: Reading): AsyncGenerator<TextLine, void, undefined> {
  const { head, options, tally, breather } = reading;
  const source = await reading.open({
    signal: options.signal,
    onBytes: (bytesRead) => options.onProgress?.({ bytesRead, totalBytes: head.totalBytes }),
  });
  let last = 0;
  for await (const lines of readLines(toUtf8(source.chunks(), head.encoding), { newline: head.newline })) {
    for (const line of lines) {
      last = line.number;
      if (breather.due) await breather.pause();
      if (!line.bytes) {
        yield { kind: 'reject', line: line.number, reason: tooLong(line), excerpt: line.head, records: 1 };
        continue;
      }
      if (!isUtf8(line.bytes)) tally.add(BAD_UTF8, line.number);
      yield { kind: 'line', number: line.number, text: line.bytes.toString('utf8') };
    }
  }
  const cut = cutReason(source, last);
  if (cut) yield { kind: 'reject', line: last, reason: cut, excerpt: '', records: 0 };
}
