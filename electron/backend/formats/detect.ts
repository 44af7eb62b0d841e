import type { ColumnMapInput, TableQuery } from '#shared/contract/corpus.ts';
import type { ImportFormat } from '#shared/domain/import-formats.ts';
import { FormatError } from './bytes/format-error.ts';
import { type FileHead, readHead } from './bytes/head.ts';
import { layoutOf } from './csv/layout.ts';
import { isQueriedSource, nestedRecords } from './engine/queried-table.ts';
import type { JsonFormat, Recognition } from './format.ts';
import { FORMATS } from './formats.ts';
import { isRecord } from './json/fields.ts';
import { INSIDE, looksLikeJson, recognisedInside, sampleValues } from './json/records.ts';
import { topLevelKeys } from './json/values.ts';
import type { ReadOptions } from './reading/reading.ts';
import { sheetTable } from './spreadsheet/sheet-table.ts';

/** With less confidence than this, a person should choose the format. */
export const SURE = 0.5;

interface Candidate extends Recognition {
  readonly format: ImportFormat;
}

interface Detection extends Candidate {
  readonly candidates: readonly Candidate[];
  readonly columns?: readonly string[];
  readonly delimiter?: string;
  readonly encoding?: string;
}

/** If `map` assigns fields, JSON of an unknown form can be read, too. */
type DetectOptions = Partial<Pick<ReadOptions, 'signal' | 'delimiter' | 'encoding' | 'map' | 'query'>>;

/** @throws FormatError EMPTY_FILE, BINARY_FILE, UNKNOWN_FORMAT, or unreadable */
export async function detectFormat(path: string, options: DetectOptions = {}): Promise<Detection> {
  const signal = options.signal ?? new AbortController().signal;
  if (options.query) return queriedDetection(options.query);
  const sheet = await sheetTable(path, { signal });
  const made = sheet ?? (await nestedRecords(path, 'first', { signal, map: null }));
  if (made === null) {
    if (await isQueriedSource(path)) return queriedDetection(null);
    return detectHead(await readHead(path, signal, options.encoding), options);
  }
  try {
    const head = await readHead(made.path, signal, 'utf-8');
    return detectHead(head, sheet ? { ...options, delimiter: ',' } : options);
  } catch (error) {
    throw made.named(error);
  } finally {
    await made.remove();
  }
}

/** Returns the detection of a table whose rows are first selected by a query. */
export function queriedDetection(query: TableQuery | null): Detection {
  const reason = query?.sql ? 'Rows selected by a query.' : 'A Parquet file, read through DuckDB.';
  const found = { format: 'query-table', confidence: 1, reason } as const;
  return { ...found, candidates: [found] };
}

function detectHead(head: FileHead, { delimiter, map }: DetectOptions = {}): Detection {
  const detection =
    detectText(head) ?? (looksLikeJson(head) ? detectJson(head, map ?? null) : detectTable(head, delimiter));
  return { ...detection, encoding: head.encoding };
}

function surest(candidates: readonly Candidate[]): Detection | null {
  const ordered = candidates.toSorted((one, other) => other.confidence - one.confidence);
  const [best] = ordered;
  return best ? { ...best, candidates: ordered } : null;
}

export function detectToShow(
  head: FileHead,
  options: DetectOptions,
): Pick<Detection, 'format' | 'reason' | 'candidates'> {
  try {
    return detectHead(head, options);
  } catch (error) {
    const mapped = Object.values(FORMATS).find((format) => format.notation === 'json' && format.propose);
    if (!(error instanceof FormatError) || error.code !== 'UNKNOWN_FORMAT' || !mapped || !looksLikeJson(head))
      throw error;
    return {
      format: mapped.name,
      reason: `${error.message} Choose the fields that contain the dialogues.`,
      candidates: [],
    };
  }
}

/**
 * Refuses a format that clearly does not fit, instead of rejecting a million lines. @throws FormatError WRONG_FORMAT
 */
export function refuseWrongFormat(head: FileHead, format: ImportFormat): void {
  const text = detectText(head);
  if (text?.candidates.some((candidate) => candidate.format === format)) return;
  if (text) throw wrongFormat(head, format, `in the format ${text.format}`);
  if (FORMATS[format].notation === 'text') throw wrongFormat(head, format, 'in another format');
  const json = looksLikeJson(head);
  const wantsJson = FORMATS[format].notation === 'json';
  // If the first line is longer than the head of the file, nothing is certain.
  if (!json && wantsJson && !head.whole && !head.bytes.includes(head.newline)) return;
  if (json !== wantsJson) {
    const what = json ? 'JSON' : 'not JSON';
    throw wrongFormat(head, format, what);
  }
  const { propose } = FORMATS[format] as Partial<JsonFormat>;
  // A mapping can read any JSON.
  if (!json || propose) return;
  const found = new Set(jsonCandidates(head).map((candidate) => candidate.format));
  if (found.size > 0 && !found.has(format))
    throw wrongFormat(head, format, `in the format ${[...found].join(' or ')}`);
}

function wrongFormat(head: FileHead, format: ImportFormat, what: string): FormatError {
  return new FormatError(
    'WRONG_FORMAT',
    head.path,
    `"${head.path}" is not in the format ${format}. It is ${what}.`,
    'Choose the format "auto", or choose another file.',
  );
}

const TEXT_CHARACTERS = 64 * 1024;

function detectText(head: FileHead): Detection | null {
  const text = head.bytes
    .toString('utf8', 0, TEXT_CHARACTERS)
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n');
  const found = Object.values(FORMATS).flatMap((format) => {
    const recognition = format.notation === 'text' ? format.recognise(text) : null;
    return recognition ? [{ ...recognition, format: format.name }] : [];
  });
  return surest(found);
}

/** Returns the JSON formats that match the first values, or otherwise nested values, by confidence. */
function jsonCandidates(head: FileHead): Candidate[] {
  const { values } = sampleValues(head);
  const whole = bestOfEach((recognise) => {
    const found = values.flatMap((value) => recognise(value) ?? []);
    return found.toSorted((one, other) => other.confidence - one.confidence)[0] ?? null;
  });
  if (whole.length > 0) return whole;
  for (const wrapping of INSIDE) {
    const inside = bestOfEach((recognise) => recognisedInside(head, wrapping, recognise));
    if (inside.length > 0) return inside;
  }
  return [];
}

function bestOfEach(
  find: (recognise: (value: unknown) => Recognition | null) => Recognition | null,
): Candidate[] {
  return Object.values(FORMATS).flatMap((format) => {
    const found = format.notation === 'json' ? find((value) => format.recognise(value)) : null;
    return found ? [{ ...found, format: format.name }] : [];
  });
}

/** If a value is longer than the head of the file, its keys decide. */
function detectJson(head: FileHead, map: ColumnMapInput | null): Detection {
  const known = surest(jsonCandidates(head));
  if (known) return known;
  const { values, unfinished } = sampleValues(head);
  const keys = new Set<string>(values.flatMap((value) => (isRecord(value) ? Object.keys(value) : [])));
  // If a value is longer than the head of the file, its keys can still be used.
  const cutKeys = unfinished ? topLevelKeys(unfinished) : [];
  const cutValue = Object.fromEntries(cutKeys.map((key) => [key, []]));
  const cut = surest(bestOfEach((recognise) => recognise(cutValue)));
  if (cut) return { ...cut, confidence: 0.7 };
  for (const format of Object.values(FORMATS)) {
    const recognition = format.notation === 'json' ? format.recogniseHead?.(head, map) : null;
    const mapped = recognition && surest([{ ...recognition, format: format.name }]);
    if (mapped) return mapped;
  }
  for (const key of cutKeys) keys.add(key);
  const found = [...keys].slice(0, 20).map((key) => `"${key.slice(0, 60)}"`);
  const expected = Object.values(FORMATS).flatMap((format) =>
    format.notation === 'json' && format.expects !== null ? format.expects : [],
  );
  throw new FormatError(
    'UNKNOWN_FORMAT',
    head.path,
    `"${head.path}" is JSON, but has no dialogues that Dialogram recognizes${found.length > 0 ? `; its keys are ${found.join(', ')}` : ''}.`,
    `Each line must have ${expected.join(', or ')}.`,
  );
}

function detectTable(head: FileHead, delimiter?: string): Detection {
  const layout = layoutOf(head, delimiter);
  const isChosen = delimiter !== undefined;
  const found = Object.values(FORMATS).flatMap((format) => {
    if (format.notation !== 'table' || (layout.columns.length < 2 && !isChosen)) return [];
    const recognition = format.recognise(layout, isChosen);
    return recognition ? [{ ...recognition, format: format.name }] : [];
  });
  const best = surest(found);
  if (best) return { ...best, columns: layout.columns, delimiter: layout.delimiter };
  throw new FormatError(
    'UNKNOWN_FORMAT',
    head.path,
    `"${head.path}" is text, but neither JSON nor a table with a header.`,
    'Import JSON Lines with "turns" or "messages" in each line, or CSV with a header such as conversation_id,timestamp,speaker,text.',
  );
}
