import type { ImportedDialogue, Role } from '#shared/domain/dialogue.ts';
import { kindOfSpeaker, type SpeakerKind } from '#shared/domain/speaker.ts';
import { findColumns, mapOf } from './columns.ts';
import { firstRecords, layoutOf, wholeLines } from './csv-layout.ts';
import { detectHead } from './detect.ts';
import { type ColumnMap, FormatError, type FormatName, type ImportEvent, type MappedRole } from './format.ts';
import { type FileHead, readHead } from './head.ts';
import { readEvents } from './read.ts';
import { readingOfBytes } from './reading.ts';

/** Rows of a table, or utterances of other files, that a preview shows at least, as far as there are so many. */
const PREVIEW_UTTERANCES = 100;
const PREVIEW_REJECTS = 20;

export interface PreviewOptions {
  readonly format?: FormatName;
  readonly map?: ColumnMap | null;
  readonly brand?: string | null;
  readonly delimiter?: string;
  readonly encoding?: string;
  readonly signal?: AbortSignal;
}

/** The beginning of a file as the import would read it. */
export interface FilePreview {
  format: FormatName;
  reason: string;
  /** CSV only, as the three after it are. */
  columns: string[] | null;
  delimiter: string | null;
  encoding: string | null;
  map: ColumnMapPreview | null;
  dialogues: PreviewDialogue[];
  rejects: { line: number; reason: string; excerpt: string }[];
  /** Speakers whose rows are rejected, since nobody said what they are. */
  unknownSpeakers: string[];
  warnings: string[];
}

export interface ColumnMapPreview extends Omit<ColumnMap, 'roles'> {
  roles?: Record<string, MappedRole>;
}

export interface PreviewDialogue {
  externalId: string;
  utterances: { role: Role; kind: SpeakerKind; speaker: string; text: string; time: string | null }[];
}

/**
 * Reads the first rows as dialogues and says what the columns were taken for, so that a person can correct it before
 * the import. Reads the beginning of the file only, whatever its size.
 * A table without the needed columns is no failure here: it has no dialogues, a warning, and its columns to choose from.
 * @throws FormatError when the file cannot be read or is of no known format
 */
export async function previewFile(path: string, options: PreviewOptions = {}): Promise<FilePreview> {
  const signal = options.signal ?? new AbortController().signal;
  let head = await readHead(path, signal, options.encoding);
  const detection = options.format
    ? { format: options.format, reason: 'The format was chosen.' }
    : detectHead(head, options.delimiter);
  const table = detection.format === 'long-csv' || detection.format === 'twcs';
  // JSON is UTF-8 unless told otherwise.
  if (!table && !options.encoding && head.encoding === 'windows-1252')
    head = await readHead(path, signal, 'utf-8');
  const preview: FilePreview = {
    format: detection.format,
    reason: detection.reason,
    columns: null,
    delimiter: null,
    encoding: head.encoding,
    map: null,
    dialogues: [],
    rejects: [],
    unknownSpeakers: [],
    warnings: [],
  };
  const map = options.map ?? null;
  if (table) describeTable(preview, head, map, options.delimiter);
  const bytes = table ? firstRecords(head, preview.delimiter ?? ',') : wholeLines(head);
  const reading = readingOfBytes(head, bytes, {
    map,
    brand: options.brand ?? null,
    signal,
    delimiter: options.delimiter,
  });
  try {
    await fill(preview, readEvents(detection.format, reading));
  } catch (error) {
    if (!(error instanceof FormatError) || error.code !== 'MISSING_COLUMNS') throw error;
    // The columns are chosen beside the preview; how a map is given on the command line is no help there.
    preview.warnings.push(error.message);
  }
  return preview;
}

function describeTable(
  preview: FilePreview,
  head: FileHead,
  map: ColumnMap | null,
  delimiter?: string,
): void {
  const layout = layoutOf(head, delimiter);
  preview.columns = [...layout.columns];
  preview.delimiter = layout.delimiter;
  if (preview.format !== 'long-csv') return;
  const places = findColumns(head.path, layout.columns, layout.sample, knownNames(map, layout.columns));
  const { roles, dates } = map ?? {};
  preview.map = {
    ...mapOf(layout.columns, places),
    ...(roles && { roles: { ...roles } }),
    ...(dates && { dates }),
  };
}

/** The map without names that the file lacks: reading with the whole map says what is wrong with them. */
function knownNames(map: ColumnMap | null, columns: readonly string[]): ColumnMap | null {
  if (!map) return null;
  return Object.fromEntries(Object.entries(map).filter(([, name]) => columns.includes(name as string)));
}

async function fill(preview: FilePreview, events: AsyncIterable<ImportEvent>): Promise<void> {
  let utterances = 0;
  for await (const event of events) {
    if (event.kind === 'dialogue') {
      preview.dialogues.push(previewOf(event.dialogue));
      utterances += event.dialogue.utterances.length;
    } else if (event.kind === 'reject') {
      const { line, reason, excerpt, unknownSpeaker } = event;
      if (unknownSpeaker !== undefined) preview.unknownSpeakers.push(unknownSpeaker);
      if (preview.rejects.length < PREVIEW_REJECTS) preview.rejects.push({ line, reason, excerpt });
    } else if (event.kind === 'warning') {
      preview.warnings.push(event.message);
    }
    // Tables were cut to the first rows before; their last event brings the warnings.
    if (preview.columns === null && utterances >= PREVIEW_UTTERANCES) return;
  }
}

function previewOf({ externalId, utterances }: ImportedDialogue): PreviewDialogue {
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
