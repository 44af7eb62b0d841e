import type { ImportFormat } from '#shared/domain/import-formats.ts';
import { FormatError } from './bytes/format-error.ts';
import { type FileHead, readHead } from './bytes/head.ts';
import { layoutOf } from './csv/layout.ts';
import type { Recognition } from './format.ts';
import { FORMATS } from './formats.ts';
import { isRecord } from './json/fields.ts';
import { looksLikeJson, sampleValues } from './json/sample.ts';
import { topLevelKeys } from './json/values.ts';

interface Detection extends Recognition {
  readonly format: ImportFormat;
  /** Tables only. */
  readonly columns?: readonly string[];
  readonly delimiter?: string;
  readonly encoding?: string;
}

interface DetectOptions {
  readonly signal?: AbortSignal;
  readonly delimiter?: string;
  readonly encoding?: string;
}

/**
 * Finds out what a file is by its content; its name says nothing.
 * @throws FormatError EMPTY_FILE, BINARY_FILE, UNKNOWN_FORMAT, or that it cannot be read
 */
export async function detectFormat(path: string, options: DetectOptions = {}): Promise<Detection> {
  const signal = options.signal ?? new AbortController().signal;
  return detectHead(await readHead(path, signal, options.encoding), options.delimiter);
}

export function detectHead(head: FileHead, delimiter?: string): Detection {
  const detection = looksLikeJson(head) ? detectJson(head) : detectTable(head, delimiter);
  return { ...detection, encoding: head.encoding };
}

/**
 * Refuses a format that was chosen by a person where the file plainly is another: better one sentence than a reject
 * for each of a million lines.
 * @throws FormatError WRONG_FORMAT
 */
export function refuseWrongFormat(head: FileHead, format: ImportFormat): void {
  const json = looksLikeJson(head);
  const wantsJson = FORMATS[format].notation === 'json';
  // A first line longer than the head says nothing of the lines after it.
  if (!json && wantsJson && !head.whole && !head.bytes.includes(head.newline)) return;
  if (json !== wantsJson) {
    const what = json ? 'JSON' : 'not JSON';
    throw wrongFormat(head, format, what);
  }
  if (!json) return;
  const found = new Set(sampleValues(head).values.flatMap((value) => recogniseJson(value)?.format ?? []));
  if (found.size > 0 && !found.has(format))
    throw wrongFormat(head, format, `laid out as ${[...found].join()}`);
}

function wrongFormat(head: FileHead, format: ImportFormat, what: string): FormatError {
  return new FormatError(
    'WRONG_FORMAT',
    head.path,
    `"${head.path}" was to be read as ${format}, but is ${what}.`,
    'Choose the format "auto", or the right file.',
  );
}

/** Tells the JSON formats apart by the first values, the first that any format knows. */
function detectJson(head: FileHead): Detection {
  const { values, unfinished } = sampleValues(head);
  const keys = new Set<string>();
  for (const value of values) {
    const detection = recogniseJson(value);
    if (detection) return detection;
    if (isRecord(value)) for (const key of Object.keys(value)) keys.add(key);
  }
  // A value longer than the head has keys to show all the same.
  const cutKeys = unfinished ? topLevelKeys(unfinished) : [];
  const detection = recogniseJson(Object.fromEntries(cutKeys.map((key) => [key, []])));
  if (detection) return { ...detection, confidence: 0.7 };
  for (const key of cutKeys) keys.add(key);
  const found = [...keys].slice(0, 20).map((key) => `"${key.slice(0, 60)}"`);
  const expected = Object.values(FORMATS).flatMap((format) =>
    format.notation === 'json' ? format.expects : [],
  );
  throw new FormatError(
    'UNKNOWN_FORMAT',
    head.path,
    `"${head.path}" is JSON, but holds no dialogues this app knows${found.length > 0 ? `; its keys are ${found.join(', ')}` : ''}.`,
    `Each line must have ${expected.join(', or ')}.`,
  );
}

function recogniseJson(value: unknown): Detection | null {
  for (const format of Object.values(FORMATS)) {
    const recognition = format.notation === 'json' ? format.recognise(value) : null;
    if (recognition) return { ...recognition, format: format.name };
  }
  return null;
}

/** Of the formats of tables the one that is surest of this one. */
function detectTable(head: FileHead, delimiter?: string): Detection {
  const layout = layoutOf(head, delimiter);
  const isChosen = delimiter !== undefined;
  let best: Detection | null = null;
  for (const format of Object.values(FORMATS)) {
    if (format.notation !== 'table' || (layout.columns.length < 2 && !isChosen)) continue;
    const found = format.recognise(layout, isChosen);
    if (!found || (best && found.confidence <= best.confidence)) continue;
    best = { ...found, format: format.name, columns: layout.columns, delimiter: layout.delimiter };
  }
  if (best) return best;
  throw new FormatError(
    'UNKNOWN_FORMAT',
    head.path,
    `"${head.path}" is text, but neither JSON nor a table with a header.`,
    'Import JSON Lines with "turns" or "messages" in each line, or CSV with a header such as conversation_id,timestamp,speaker,text.',
  );
}
