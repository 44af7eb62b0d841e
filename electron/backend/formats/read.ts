import { readChatJsonl } from './chat-jsonl.ts';
import { readFailure } from './failure.ts';
import type { FormatName, ImportEvent, ReadOptions } from './format.ts';
import { readHead } from './head.ts';
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
    yield* readEvents(format, readingOf(head, options));
  } catch (error) {
    if (options.signal.aborted) throw options.signal.reason;
    throw (error as NodeJS.ErrnoException)?.syscall ? readFailure(path, error) : error;
  }
}

/** The events of a reading, with the warnings it counted before the last one. */
export async function* readEvents(
  format: FormatName,
  reading: Reading,
): AsyncGenerator<ImportEvent, void, undefined> {
  for await (const event of readerOf(format, reading)) {
    if (event.kind === 'end') {
      for (const message of reading.tally.messages()) yield { kind: 'warning', message };
    }
    yield event;
  }
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
