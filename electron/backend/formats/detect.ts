import { findColumns } from './columns.ts';
import { layoutOf } from './csv-layout.ts';
import { FormatError, type FormatName } from './format.ts';
import { type FileHead, readHead } from './head.ts';
import { detectJson, looksLikeJson } from './json-shape.ts';
import { isTwcs } from './twcs-columns.ts';

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

function detectCsv(head: FileHead, delimiter?: string): Detection | null {
  const layout = layoutOf(head, delimiter);
  const { columns } = layout;
  if (columns.length < 2) return null;
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
