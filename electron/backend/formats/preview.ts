import { basename } from 'node:path';
import type { ColumnMapInput, Preview } from '#shared/contract/corpus.ts';
import { type ImportedDialogue, kindOfSpeaker } from '#shared/domain/dialogue.ts';
import type { ImportFormat } from '#shared/domain/import-formats.ts';
import { FormatError } from './bytes/format-error.ts';
import { type FileHead, readHead } from './bytes/head.ts';
import { pathInside } from './bytes/zip.ts';
import { SideCount } from './conversations/speaker-roles.ts';
import { type CsvLayout, firstRecords, layoutOf, wholeLines } from './csv/layout.ts';
import { detectFormat, detectToShow, queriedDetection, SURE } from './detect.ts';
import { firstQueried, isQueriedSource, nestedRecords, type QueriedTable } from './engine/queried-table.ts';
import type { TableFormat } from './format.ts';
import { FORMATS } from './formats.ts';
import { hasOneValuePerLine } from './json/records.ts';
import { closedJson } from './json/values.ts';
import { readEvents } from './read.ts';
import { type ImportEvent, type ReadOptions, readingOfBytes } from './reading/reading.ts';
import { sheetNames } from './spreadsheet/sheet-names.ts';
import { sheetTable } from './spreadsheet/sheet-table.ts';

/** The minimum number of rows of a table, or of messages in other files, in a preview, if the file has that many. */
const PREVIEW_UTTERANCES = 100;
const PREVIEW_REJECTS = 20;

export interface PreviewOptions extends Partial<Omit<ReadOptions, 'onProgress'>> {
  readonly format?: ImportFormat;
  /** The sheet of a workbook to show; by default the first one with dialogues. */
  readonly sheet?: string | null;
  /** Requests the beginning of a query's result, or reuses an earlier one, because a new mapping needs no new query. */
  readonly asked?: ((ask: () => Promise<FileHead>) => Promise<FileHead>) | undefined;
  /** Transforms the records before they are shown. */
  readonly through?: ((events: AsyncIterable<ImportEvent>) => AsyncIterable<ImportEvent>) | undefined;
}

/**
 * Reads the first rows as dialogues. If columns are missing, returns a warning and the list of columns. @throws
 * FormatError if the file cannot be read or has no known format
 */
export async function previewFile(path: string, options: PreviewOptions = {}): Promise<Preview> {
  const signal = options.signal ?? new AbortController().signal;
  const sheets = sheetNames(path);
  if (sheets !== null) return previewWorkbook(path, sheets, { ...options, signal });
  const isAsked = options.query || options.format === 'query-table';
  const records = isAsked ? null : await nestedRecords(path, 'first', { map: null, ...options, signal });
  if (records !== null) return previewRecords(records, { ...options, signal });
  const isQueried = options.query || options.format === 'query-table' || (await isQueriedSource(path));
  if (!isQueried) return previewText(path, await readHead(path, signal, options.encoding), options, signal);
  const { query = null, map = null } = options;
  const ask = async (): Promise<FileHead> => {
    const table = await firstQueried(path, { ...options, query, map, signal });
    try {
      return { ...(await readHead(table.path, signal, 'utf-8')), path };
    } finally {
      await table.remove();
    }
  };
  const head = await (options.asked?.(ask) ?? ask());
  const asText = { ...options, format: 'query-table', encoding: 'utf-8', delimiter: ',' } as const;
  const { reason } = queriedDetection(query);
  // For rows of a query, there is no format to choose.
  return { ...(await previewText(path, head, asText, signal)), reason, candidates: [] };
}

async function previewRecords(
  records: QueriedTable,
  options: PreviewOptions & { readonly signal: AbortSignal },
): Promise<Preview> {
  try {
    const preview = await previewFile(records.path, { ...options, encoding: 'utf-8' });
    return { ...preview, reason: `A Parquet file. ${preview.reason}`, delimiter: null, encoding: null };
  } catch (error) {
    throw records.named(error);
  } finally {
    await records.remove();
  }
}

async function previewWorkbook(
  path: string,
  sheets: readonly string[],
  { sheet: chosen, ...options }: PreviewOptions & { readonly signal: AbortSignal },
): Promise<Preview> {
  const name = chosen ?? (await likeliestSheet(path, sheets, options.signal));
  const table = await sheetTable(pathInside(path, name), options);
  if (table === null) throw new Error(`${path} is not a workbook.`);
  const { told } = table;
  async function* asRows(events: AsyncIterable<ImportEvent>): AsyncGenerator<ImportEvent> {
    for await (const event of events) yield told(event);
  }
  try {
    const preview = await previewFile(table.path, {
      ...options,
      encoding: 'utf-8',
      delimiter: ',',
      through: (events) => options.through?.(asRows(events)) ?? asRows(events),
    });
    const warnings = preview.warnings.map((warning) =>
      warning.replaceAll(`"${basename(table.path)}"`, `Sheet "${name}"`),
    );
    return { ...preview, warnings, sheets: [...sheets], sheet: name, delimiter: null, encoding: null };
  } catch (error) {
    throw table.named(error);
  } finally {
    await table.remove();
  }
}

/** Returns the first sheet with dialogues; if none has any, the first sheet. */
async function likeliestSheet(path: string, sheets: readonly string[], signal: AbortSignal): Promise<string> {
  for (const name of sheets.length > 1 ? sheets : []) {
    const found = await detectFormat(pathInside(path, name), { signal }).catch((error: unknown) => {
      if (error instanceof FormatError) return null;
      throw error;
    });
    if (found !== null && found.confidence >= SURE) return name;
  }
  return sheets[0] ?? '';
}

async function previewText(
  path: string,
  first: FileHead,
  options: PreviewOptions,
  signal: AbortSignal,
): Promise<Preview> {
  let head = first;
  const detection = detectionOf(head, options);
  const format = FORMATS[detection.format];
  // JSON is UTF-8 by default.
  if (format.notation === 'json' && !options.encoding && head.encoding === 'windows-1252')
    head = await readHead(path, signal, 'utf-8');
  const map = options.map ?? null;
  const json = format.notation === 'json' ? (format.propose?.(head, map) ?? null) : null;
  const table = format.notation === 'table' ? tableOf(format, layoutOf(head, options.delimiter), map) : null;
  const preview: Preview = {
    format: detection.format,
    reason: detection.reason,
    candidates: detection.candidates,
    columns: table?.columns ?? (json && [...json.columns]),
    lists: [...(json?.lists ?? [])],
    recordFields: [...(json?.recordFields ?? [])],
    sheets: [],
    sheet: null,
    delimiter: table?.delimiter ?? null,
    encoding: head.encoding,
    map: table?.map ?? json?.map ?? null,
    dialogues: [],
    rejects: [],
    unknownSpeakers: [],
    warnings: [],
  };
  const bytes = table ? firstRecords(head, table.delimiter) : firstValues(head);
  const reading = readingOfBytes(head, bytes, {
    map,
    brand: options.brand ?? null,
    signal,
    delimiter: options.delimiter,
  });
  const sides = new SideCount();
  try {
    const events = readEvents(format, reading);
    await fill(preview, options.through?.(events) ?? events, sides);
    const oneSided = sides.warning();
    if (oneSided !== null) preview.warnings.unshift(oneSided);
  } catch (error) {
    if (!(error instanceof FormatError) || error.code !== 'MISSING_COLUMNS') throw error;
    // In the preview, columns are chosen for one file, without its folder or the options of a command.
    preview.warnings.push(error.message.replaceAll(path, basename(path)));
  }
  return preview;
}

/** Returns the complete values at the beginning of a file; if the first value is longer, the part that was read. */
function firstValues(head: FileHead): Buffer {
  if (head.whole || hasOneValuePerLine(head)) return wholeLines(head);
  const closed = closedJson(head.bytes.toString('utf8'));
  if (closed === undefined) return wholeLines(head);
  return Buffer.from(
    JSON.stringify(Array.isArray(closed) && closed.length > 1 ? closed.slice(0, -1) : closed),
  );
}

function tableOf(
  format: TableFormat,
  layout: CsvLayout,
  map: ColumnMapInput | null,
): { columns: string[]; delimiter: string; map: ColumnMapInput | null } {
  const { columns, delimiter } = layout;
  return { columns: [...columns], delimiter, map: format.columnMap?.(layout, map) ?? null };
}

function detectionOf(
  head: FileHead,
  { format, ...options }: PreviewOptions,
): Pick<Preview, 'format' | 'reason' | 'candidates'> {
  if (format === undefined) return shown(detectToShow(head, options));
  try {
    return { ...shown(detectToShow(head, options)), format, reason: 'You chose this format.' };
  } catch (error) {
    // A file with an unknown format may still be read in the way that the person chose.
    if (!(error instanceof FormatError)) throw error;
    return { format, reason: 'You chose this format.', candidates: [] };
  }
}

const shown = ({
  format,
  reason,
  candidates,
}: ReturnType<typeof detectToShow>): Pick<Preview, 'format' | 'reason' | 'candidates'> => ({
  format,
  reason,
  candidates: candidates.map((candidate) => ({ format: candidate.format, reason: candidate.reason })),
});

async function fill(preview: Preview, events: AsyncIterable<ImportEvent>, sides: SideCount): Promise<void> {
  let utterances = 0;
  for await (const event of events) {
    if (event.kind === 'dialogue') {
      preview.dialogues.push(previewOf(event.dialogue));
      sides.add(event.dialogue.utterances);
      utterances += event.dialogue.utterances.length;
    } else if (event.kind === 'reject') {
      const { line, reason, excerpt, unknownSpeaker } = event;
      if (unknownSpeaker !== undefined) preview.unknownSpeakers.push(unknownSpeaker);
      if (preview.rejects.length < PREVIEW_REJECTS) preview.rejects.push({ line, reason, excerpt });
    } else if (event.kind === 'warning') {
      preview.warnings.push(event.message);
    }
    // Tables were cut before. Their last event has the warnings.
    if (preview.columns === null && utterances >= PREVIEW_UTTERANCES) return;
  }
}

function previewOf({ externalId, utterances }: ImportedDialogue): Preview['dialogues'][number] {
  return {
    externalId,
    utterances: utterances.map(({ role, speakerKind, speaker, text, time }) => ({
      role,
      kind: speakerKind ?? kindOfSpeaker(role, speaker),
      speaker,
      text,
      time,
    })),
  };
}
