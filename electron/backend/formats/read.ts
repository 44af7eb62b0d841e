import { isAscii } from 'node:buffer';
import { readChatJsonl } from './chat-jsonl.ts';
import { refuseWrongFormat } from './detect.ts';
import { scanEncoding } from './encoding-scan.ts';
import { readFailure } from './failure.ts';
import type { FormatName, ImportEvent, ReadOptions } from './format.ts';
import { type FileHead, readHead } from './head.ts';
import { readLongCsv } from './long-csv.ts';
import { readNeutral } from './neutral.ts';
import { type Reading, readingOf } from './reading.ts';
import { readTwcs } from './twcs.ts';

/**
 * Reads a file as a stream of dialogues, rejects and warnings; the last event is `end`.
 * Gives the event loop a turn about every ten milliseconds and stops at the signal; the file is closed when the
 * stream ends, fails, or is left early.
 * @throws FormatError when the file as a whole cannot be imported, and the signal's reason when it is cancelled
 */
export async function* readDialogues(
  path: string,
  format: FormatName,
  options: ReadOptions,
): AsyncGenerator<ImportEvent, void, undefined> {
  try {
    const head = await readHead(path, options.signal, options.encoding);
    refuseWrongFormat(head, format);
    yield* readEvents(format, readingOf(await withSettledEncoding(head, format, options), options));
  } catch (error) {
    if (options.signal.aborted) throw options.signal.reason;
    throw (error as NodeJS.ErrnoException)?.syscall ? readFailure(path, error) : error;
  }
}

const READ_AS_1252 =
  'The file is not UTF-8 and is read as Windows-1252. If accents look wrong, import it again with its real encoding.';

/** The events of a reading, with the warnings it counted before the last one. */
export async function* readEvents(
  format: FormatName,
  reading: Reading,
): AsyncGenerator<ImportEvent, void, undefined> {
  if (reading.options.encoding === undefined && reading.head.encoding === 'windows-1252') {
    yield { kind: 'warning', message: READ_AS_1252 };
  }
  for await (const event of readerOf(format, reading)) {
    if (event.kind === 'end') {
      for (const message of reading.tally.messages()) yield { kind: 'warning', message };
    }
    yield event;
  }
}

/**
 * JSON is UTF-8 unless told otherwise, whatever single bytes look like. A table may keep its first accent for its
 * last row: one that begins in plain ASCII is looked through to the end.
 */
async function withSettledEncoding(
  head: FileHead,
  format: FormatName,
  options: ReadOptions,
): Promise<FileHead> {
  if (options.encoding !== undefined) return head;
  if (format === 'neutral' || format === 'chat-jsonl') {
    return head.encoding === 'windows-1252' ? { ...head, encoding: 'utf-8' } : head;
  }
  if (head.whole || head.encoding !== 'utf-8' || !isAscii(head.bytes)) return head;
  return { ...head, encoding: await scanEncoding(head.path, options.signal) };
}

function readerOf(format: FormatName, reading: Reading): AsyncIterable<ImportEvent> {
  switch (format) {
    case 'neutral':
      return readNeutral(reading);
    case 'chat-jsonl':
      return readChatJsonl(reading);
    case 'long-csv':
      return readLongCsv(reading);
    case 'twcs':
      return readTwcs(reading);
  }
}
