import type { ColumnMapInput, TableQuery } from '#shared/contract/corpus.ts';
import type { ImportedDialogue } from '#shared/domain/dialogue.ts';
import { formatCount } from '#shared/domain/figure-text.ts';
import { Breather } from '../../jobs/breather.ts';
import type { DatabaseAccess } from '../../store/engine/postgres.ts';
import { type ByteOptions, type ByteSource, openBytes } from '../bytes/bytes.ts';
import { FormatError } from '../bytes/format-error.ts';
import type { FileHead } from '../bytes/head.ts';

interface ReadProgress {
  /** Bytes of the file on disk that were read. With several passes, each counts its share. Never decreases. */
  readonly bytesRead: number;
  readonly totalBytes: number | null;
}

export interface ReadOptions {
  /** The meaning of a table's columns; columns that are not named are guessed from the header. */
  readonly map: ColumnMapInput | null;
  /** If a file has several brands, the only one to import. */
  readonly brand: string | null;
  /** The rows to read of a large table; null or absent means all. */
  readonly query?: TableQuery | null;
  readonly database?: DatabaseAccess | null;
  /** Path prefix of a folder for temporary rows or records; in the folder for temporary files if absent. */
  readonly scratch?: string;
  /** The most memory for records that are stored one by one, in bytes; 64 MiB if absent. */
  readonly heldBytes?: number;
  /** Called while rows are chosen, before the first is read. */
  readonly onChosen?: (chosen: {
    readonly done: number;
    readonly total: number | null;
    readonly unit: string;
  }) => void;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: ReadProgress) => void;
  /** The delimiter of a table. Detected if absent. */
  readonly delimiter?: string;
  /** `utf-8`, `utf-16le`, `utf-16be` or `windows-1252`; detected when absent. */
  readonly encoding?: string;
}

/**
 * A reader's events. A record is a turn, a message, a tweet or a CSV row; an unparsable line is one. At the end:
 * records = messages + ignored + rejected.
 */
export type ImportEvent =
  | {
      readonly kind: 'dialogue';
      readonly dialogue: ImportedDialogue;
      /**
       * For a dialogue that is a list of turns in the file: each message's index in the list, from 0, including
       * rejected turns.
       */
      readonly turns?: readonly number[];
    }
  | {
      readonly kind: 'reject';
      /** 1-based physical line of the file (of the decompressed text, for gzip). */
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
  /** Deliberately left out: private notes, system and tool messages, other brands' tweets. */
  | { readonly kind: 'ignored'; readonly line: number; readonly records: number; readonly reason: string }
  | { readonly kind: 'warning'; readonly message: string }
  /** Always the last event: how many records were read. */
  | { readonly kind: 'end'; readonly records: number };

/// <reference lib="es2024.string" />
/** A note, with how often it occurred, so that a million rows do not make a million warnings. */
interface Note {
  count: number;
  readonly firstLine: number;
}

/** Counts small problems that lose no record, and reports them once at the end. */
export class Tally {
  readonly #notes = new Map<string, Note>();

  /** @param kind a sentence with `{count}`, and optionally `{line}` for its first line */
  add(kind: string, line: number): void {
    const note = this.#notes.get(kind);
    if (note) note.count++;
    else this.#notes.set(kind, { count: 1, firstLine: line });
  }

  /** Returns the warnings in the order of first occurrence. */
  messages(): string[] {
    return Array.from(this.#notes, ([kind, note]) =>
      kind.replace('{count}', formatCount(note.count)).replaceAll('{line}', String(note.firstLine)),
    );
  }
}

export const BAD_UTF8 =
  'Lines with bytes that are not UTF-8: {count}, the first is line {line}. The bytes are shown as �; if the text looks wrong, import the file again with its real encoding.';
const BAD_CHARACTERS =
  'Texts with NUL characters or halves of surrogate pairs: {count}, the first in line {line}. They are shown as �.';

/** Returns text that can be stored and shown. NUL and lone surrogates become U+FFFD, which the tally counts. */
export function cleanText(text: string, line: number, tally: Tally): string {
  if (text.isWellFormed() && !text.includes('\0')) return text;
  tally.add(BAD_CHARACTERS, line);
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** One whole reading of a file. */
export interface Reading {
  readonly head: FileHead;
  readonly options: ReadOptions;
  readonly tally: Tally;
  readonly breather: Breather;
  /** Opens the file again, because a format may need several passes. */
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
    head: { ...head, bytes, whole: true, encoding: 'utf-8', markBytes: 0, compressed: false },
    options,
    tally: new Tally(),
    breather: new Breather(options.signal),
    open: async ({ start }) => ({
      totalBytes: bytes.length,
      modifiedMs: head.modifiedMs,
      compressed: false,
      ending: 'whole',
      async *chunks() {
        yield bytes.subarray(start ?? 0);
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
    'Wait until the program that writes the file has finished, then import the file again.',
  );
}
