import type { ColumnMapInput, TableQuery } from '#shared/contract/corpus.ts';
import type { ImportedDialogue } from '#shared/domain/dialogue.ts';
import type { DatabaseAccess } from '../../store/engine/postgres.ts';

interface ReadProgress {
  /** Bytes of the file on disk that were read; of several passes each counts its share. Never falls. */
  readonly bytesRead: number;
  readonly totalBytes: number | null;
}

export interface ReadOptions {
  /** The meaning of a table's columns; columns that are not named are guessed from the header. */
  readonly map: ColumnMapInput | null;
  /** If a file holds dialogues of several brands: read only this one's. */
  readonly brand: string | null;
  /** The rows to read of a large table; null or absent means all. */
  readonly query?: TableQuery | null;
  /** Access to the database, if the path is the address of one. */
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
  /** Tables only; sniffed when absent. */
  readonly delimiter?: string;
  /** `utf-8`, `utf-16le`, `utf-16be` or `windows-1252`; detected when absent. */
  readonly encoding?: string;
}

/**
 * The events of a reader. A record is a turn, a message, a tweet or a CSV row; a line that cannot be parsed is one
 * record. At the end: records = messages in dialogues + records ignored + records rejected.
 */
export type ImportEvent =
  | {
      readonly kind: 'dialogue';
      readonly dialogue: ImportedDialogue;
      /**
       * If a dialogue of the file is a list of turns: each message's index in it, from 0. Rejected turns are left out,
       * so the index in the file may be higher than in the dialogue.
       */
      readonly turns?: readonly number[];
    }
  | {
      readonly kind: 'reject';
      /** 1-based physical line of the file (of the decompressed text, for gzip). */
      readonly line: number;
      /** One sentence that names the value and what to do. */
      readonly reason: string;
      /** The first 200 characters of what was rejected. */
      readonly excerpt: string;
      /** The number of records lost; 0 if unknown (a truncated gzip). */
      readonly records: number;
      /** The speaker of these rows, if its kind is unknown. */
      readonly unknownSpeaker?: string;
    }
  /** Deliberately left out: private notes, system and tool messages, other brands' tweets. */
  | { readonly kind: 'ignored'; readonly line: number; readonly records: number; readonly reason: string }
  | { readonly kind: 'warning'; readonly message: string }
  /** Always the last event: how many records were read. */
  | { readonly kind: 'end'; readonly records: number };
