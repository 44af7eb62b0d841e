import { Breather } from './breather.ts';
import { readFailure } from './failure.ts';
import type { FormatName, ImportEvent, ReadOptions } from './format.ts';
import { type FileHead, readHead } from './head.ts';
import type { JsonReading } from './json-records.ts';
import { readNeutral } from './neutral.ts';
import { Tally } from './tally.ts';

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
  const tally = new Tally();
  try {
    const head = await readHead(path, options.signal, options.encoding);
    for await (const event of readerOf(format, {
      head,
      options,
      tally,
      breather: new Breather(options.signal),
    })) {
      if (event.kind === 'end') {
        for (const message of tally.messages()) yield { kind: 'warning', message };
      }
      yield event;
    }
  } catch (error) {
    if (options.signal.aborted) throw options.signal.reason;
    throw (error as NodeJS.ErrnoException)?.syscall ? readFailure(path, error) : error;
  }
}

function readerOf(format: FormatName, reading: JsonReading & { head: FileHead }): AsyncIterable<ImportEvent> {
  switch (format) {
    case 'neutral':
      return readNeutral(reading);
    default:
      throw new Error(`No reader for ${format} yet`);
  }
}
