import type { ColumnMapInput, TableQuery } from '#shared/contract/corpus.ts';
import type { ImportedDialogue } from '#shared/domain/dialogue.ts';
import { formatCount } from '#shared/domain/figure-text.ts';
import { Breather } from '../../jobs/breather.ts';
import type { DatabaseAccess } from '../../store/engine/postgres.ts';
import { type ByteOptions, type ByteSource, openBytes } from '../bytes/bytes.ts';
import { FormatError } from '../bytes/format-error.ts';
import type { FileHead } from '../bytes/head.ts';

interface ReadProgress {
  /** Bytes of the file that have been read. Each of several passes counts for its share. Never decreases. */
  readonly bytesRead: number;
  readonly totalBytes: number | null;
}

export interface ReadOptions {
  /** The use of each column of a table. Columns that are not named are guessed from the header. */
  readonly map: ColumnMapInput | null;
  /** If a file has several brands, only the dialogues of this one are read. */
  readonly brand: string | null;
  readonly query?: TableQuery | null;
  readonly database?: DatabaseAccess | null;
  /** The path prefix of a folder for temporary rows or records. If missing, the folder for temporary files is used. */
  readonly scratch?: string;
  /** Maximum memory in bytes for records that are stored one by one; 64 MiB if missing. */
  readonly heldBytes?: number;
  /** Called while rows are being selected, before the first one is read. */
  readonly onChosen?: (chosen: {
    readonly done: number;
    readonly total: number | null;
    readonly unit: string;
  }) => void;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: ReadProgress) => void;
  readonly delimiter?: string;
  /** `utf-8`, `utf-16le`, `utf-16be` or `windows-1252`; detected if missing. */
  readonly encoding?: string;
}

/**
 * A record is a turn, a message, a tweet, a CSV row or a bad line. At the end, records = messages + ignored + rejected.
 */
export type ImportEvent =
  | {
      readonly kind: 'dialogue';
      readonly dialogue: ImportedDialogue;
      /** The index of each message in the file's list of turns, from 0. Rejected turns are counted. */
      readonly turns?: readonly number[];
    }
  | {
      readonly kind: 'reject';
      readonly line: number;
      /** One sentence that names the value and says what to do. */
      readonly reason: string;
      /** The first 200 characters of the reject. */
      readonly excerpt: string;
      /** The number of lost records; 0 if unknown (a truncated gzip). */
      readonly records: number;
      /** The speaker of these rows, if unknown. */
      readonly unknownSpeaker?: string;
    }
  /** Records that were left out deliberately: private notes, system and tool messages, other brands' tweets. */
  | { readonly kind: 'ignored'; readonly line: number; readonly records: number; readonly reason: string }
  | { readonly kind: 'warning'; readonly message: string }
  | { readonly kind: 'end'; readonly records: number };

/// <reference lib="es2024.string" />
/** A warning and its count, so that a million rows do not give a million warnings. */
interface Note {
  count: number;
  readonly firstLine: number;
}

export class Tally {
  readonly #notes = new Map<string, Note>();

  /** @param kind a sentence with `{count}`, and optionally `{line}` for its first line */
  add(kind: string, line: number): void {
    const note = this.#notes.get(kind);
    if (note) note.count++;
    else this.#notes.set(kind, { count: 1, firstLine: line });
  }

  messages(): string[] {
    return Array.from(this.#notes, ([kind, note]) =>
      kind.replace('{count}', formatCount(note.count)).replaceAll('{line}', String(note.firstLine)),
    );
  }
}

export const BAD_UTF8 =
  'Lines with bytes that are not UTF-8: {count}, the first is line {line}. The bytes are shown as �; if the text looks wrong, import the file again with its real encoding.';
const BAD_CHARACTERS =
  'Texts with NUL or other invalid characters: {count}, the first in line {line}. These characters are shown as �.';

/** Returns text that can be stored and displayed: NULs and lone surrogates become U+FFFD, and the tally counts them. */
export function cleanText(text: string, line: number, tally: Tally): string {
  if (text.isWellFormed() && !text.includes('\0')) return text;
  tally.add(BAD_CHARACTERS, line);
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

export interface Reading {
  readonly head: FileHead;
  readonly options: ReadOptions;
  readonly tally: Tally;
  readonly breather: Breather;
  open(options: ByteOptions): Promise<ByteSource>;
}

export function readingOf(head: FileHead, options: ReadOptions): Reading {
  return {
    head,
    options,
    tally: new Tally(),
    breather: new Breather(options.signal),
    open: async (byteOptions) => {
      const source = await openBytes(head.path, byteOptions);
      if (source.totalBytes === head.totalBytes && source.modifiedMs === head.modifiedMs) return source;
      await source.close();
      throw changed(head.path);
    },
  };
}

export function readingOfBytes(head: FileHead, bytes: Buffer, options: ReadOptions): Reading {
  return {
    head: { ...head, bytes, whole: true, encoding: 'utf-8' },
    options,
    tally: new Tally(),
    breather: new Breather(options.signal),
    open: async () => ({
      totalBytes: bytes.length,
      modifiedMs: head.modifiedMs,
      compressed: false,
      ending: 'whole',
      async *chunks() {
        yield bytes;
      },
      async close() {},
    }),
  };
}

function changed(path: string): FormatError {
  return new FormatError(
    'FILE_CHANGED',
    path,
    `"${path}" changed while it was being read.`,
    'Wait until the other program has finished writing the file, then import it again.',
  );
}
