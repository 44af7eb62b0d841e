import { findColumns } from './columns.ts';
import { layoutOf, regularity } from './csv-layout.ts';
import { FormatError, type FormatName } from './format.ts';
import { type FileHead, readHead } from './head.ts';
import { detectJson, looksLikeJson, shapesOf } from './json-shape.ts';
import { isTwcs } from './twcs-columns.ts';

/** Below this share of rows as wide as the header, and without a known column, it is prose with commas. */
const PROSE_REGULARITY = 0.8;

export interface Detection {
  readonly format: FormatName;
  /** 0 to 1; under a half a person should look at it. */
  readonly confidence: number;
  /** What it was told by, as one sentence. */
  readonly reason: string;
  /** CSV only. */
  readonly columns?: readonly string[];
  readonly delimiter?: string;
  readonly encoding?: string;
}

export interface DetectOptions {
  readonly signal?: AbortSignal;
  readonly delimiter?: string;
  readonly encoding?: string;
}

/**
 * Finds out what a file is by its content; its name says nothing.
 * A table whose columns cannot all be guessed is `long-csv` with little confidence: a map can still tell.
 * @throws FormatError EMPTY_FILE, BINARY_FILE, UNKNOWN_FORMAT, or that it cannot be read
 */
export async function detectFormat(path: string, options: DetectOptions = {}): Promise<Detection> {
  const signal = options.signal ?? new AbortController().signal;
  return detectHead(await readHead(path, signal, options.encoding), options.delimiter);
}

export function detectHead(head: FileHead, delimiter?: string): Detection {
  const detection = looksLikeJson(head) ? detectJson(head) : detectCsv(head, delimiter);
  if (!detection) throw unknownFormat(head);
  return { ...detection, encoding: head.encoding };
}

/**
 * Refuses a format that was chosen by a person where the file plainly is another: better one sentence than a reject
 * for each of a million lines.
 * @throws FormatError WRONG_FORMAT
 */
export function refuseWrongFormat(head: FileHead, format: FormatName): void {
  const json = looksLikeJson(head);
  const wantsJson = format === 'neutral' || format === 'chat-jsonl';
  // A first line longer than the head says nothing of the lines after it.
  if (!json && wantsJson && !head.whole && !head.bytes.includes(head.newline)) return;
  if (json !== wantsJson) {
    const what = json ? 'JSON' : 'not JSON';
    throw wrongFormat(head, format, what);
  }
  if (!json) return;
  const found = shapesOf(head);
  if (found.size > 0 && !found.has(format))
    throw wrongFormat(head, format, `laid out as ${[...found].join()}`);
}

function wrongFormat(head: FileHead, format: FormatName, what: string): FormatError {
  return new FormatError(
    'WRONG_FORMAT',
    head.path,
    `"${head.path}" was to be read as ${format}, but is ${what}.`,
    'Choose the format "auto", or the right file.',
  );
}

function detectCsv(head: FileHead, delimiter?: string): Detection | null {
  const layout = layoutOf(head, delimiter);
  const { columns } = layout;
  if (columns.length < 2 && delimiter === undefined) return null;
  const found = { columns, delimiter: layout.delimiter };
  if (isTwcs(columns)) {
    return {
      ...found,
      format: 'twcs',
      confidence: 1,
      reason: 'The header is that of Customer Support on Twitter (tweet_id, author_id, inbound, …).',
    };
  }
  const places = findColumns(head.path, columns, layout.sample, null);
  const missing = (['conversation', 'speaker', 'text'] as const).filter((part) => places[part] === null);
  if (missing.length === 0) {
    return {
      ...found,
      format: 'long-csv',
      confidence: 0.9,
      reason: 'A table with a conversation, a speaker and a text in each row.',
    };
  }
  const nothingKnown = missing.length === 3 && places.time === null;
  if (delimiter === undefined && nothingKnown && regularity(layout) < PROSE_REGULARITY) return null;
  return {
    ...found,
    format: 'long-csv',
    confidence: 0.3,
    reason: `A table, but no column is known as: ${missing.join(', ')}.`,
  };
}

function unknownFormat(head: FileHead): FormatError {
  return new FormatError(
    'UNKNOWN_FORMAT',
    head.path,
    `"${head.path}" is text, but neither JSON nor a table with a header.`,
    'Import JSON Lines with "turns" or "messages" in each line, or CSV with a header such as conversation_id,timestamp,speaker,text.',
  );
}
