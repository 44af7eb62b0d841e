import { isAscii } from 'node:buffer';
import { decodeEntities } from '#shared/algorithms/text/html-entities.ts';
import type { ImportedDialogue } from '#shared/domain/dialogue.ts';
import type { ImportFormat } from '#shared/domain/import-formats.ts';

import { scanEncoding } from './bytes/encoding.ts';
import { FormatError, readFailure } from './bytes/format-error.ts';
import { type FileHead, readHead } from './bytes/head.ts';
import { EmptyLines } from './bytes/lines.ts';
import { refuseWrongFormat } from './detect.ts';
import { nestedRecords, type QueriedTable, queriedTable } from './engine/queried-table.ts';
import type { Format, TableFormat } from './format.ts';
import { FORMATS } from './formats.ts';
import { type ImportEvent, type Reading, type ReadOptions, readingOf } from './reading/reading.ts';
import { type SheetTable, sheetTable } from './spreadsheet/sheet-table.ts';

/**
 * Reads a file as a stream; the last event is `end`. Lets other work run every ten milliseconds. Closes the file in any
 * case. @throws FormatError, or the signal's reason if canceled
 */
export async function* readDialogues(
  path: string,
  format: ImportFormat,
  options: ReadOptions,
): AsyncGenerator<ImportEvent, void, undefined> {
  let table: QueriedTable | null = null;
  let sheet: SheetTable | null = null;
  try {
    sheet = await sheetTable(path, options);
    const { isQueried } = FORMATS[format] as Partial<TableFormat>;
    table = isQueried
      ? await queriedTable(sheet?.path ?? path, { query: null, ...options })
      : await nestedRecords(path, 'all', options);
    const made = table?.path ?? sheet?.path;
    const head = await readHead(made ?? path, options.signal, made ? 'utf-8' : options.encoding);
    refuseWrongFormat(head, format);
    const settled = await withSettledEncoding(head, FORMATS[format], options);
    const reading = readingOf(
      settled,
      made && table?.form !== 'records' ? { ...options, delimiter: ',' } : options,
    );
    for await (const event of readEvents(FORMATS[format], reading)) yield sheet?.told(event) ?? event;
  } catch (thrown) {
    if (options.signal.aborted) throw options.signal.reason;
    const named = table?.named(thrown) ?? thrown;
    const error = sheet?.named(named) ?? named;
    if (error instanceof EmptyLines) {
      throw new FormatError(
        'EMPTY_LINES',
        path,
        `"${path}": ${error.message}`,
        'Remove the empty lines, or export the file again.',
      );
    }
    throw (error as NodeJS.ErrnoException)?.syscall ? readFailure(path, error) : error;
  } finally {
    await table?.remove();
    await sheet?.remove();
  }
}

const READ_AS_1252 =
  'The file is not UTF-8, so it is read as Windows-1252. If accents look wrong, import the file again with its real encoding.';

export async function* readEvents(
  format: Format,
  reading: Reading,
): AsyncGenerator<ImportEvent, void, undefined> {
  if (reading.options.encoding === undefined && reading.head.encoding === 'windows-1252') {
    yield { kind: 'warning', message: READ_AS_1252 };
  }
  for await (const event of format.read(reading)) {
    if (event.kind === 'end') {
      for (const message of reading.tally.messages()) yield { kind: 'warning', message };
    }
    yield event.kind === 'dialogue' ? { ...event, dialogue: asRead(event.dialogue) } : event;
  }
}

/** Replaces "&amp;" by "&", because exports of help desks and Twitter write it so. */
function asRead(dialogue: ImportedDialogue): ImportedDialogue {
  const utterances = dialogue.utterances.map((utterance) => ({
    ...utterance,
    text: decodeEntities(utterance.text),
  }));
  return { ...dialogue, utterances };
}

/** JSON is UTF-8 by default. If a table begins with ASCII only, it is read until its first other character. */
async function withSettledEncoding(head: FileHead, format: Format, options: ReadOptions): Promise<FileHead> {
  if (options.encoding !== undefined) return head;
  if (format.notation === 'json') {
    return head.encoding === 'windows-1252' ? { ...head, encoding: 'utf-8' } : head;
  }
  if (head.whole || head.encoding !== 'utf-8' || !isAscii(head.bytes)) return head;
  return { ...head, encoding: await scanEncoding(head.path, options.signal) };
}
