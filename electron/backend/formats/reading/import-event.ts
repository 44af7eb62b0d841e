import type { ColumnMapInput, TableQuery } from '#shared/contract/corpus.ts';
import type { ImportedDialogue } from '#shared/domain/imported-dialogue.ts';
import type { DatabaseAccess } from '../../store/engine/postgres.ts';

interface ReadProgress {
  /** Bytes of the file on disk that were read; of several passes each counts its share. Never falls. */
  readonly bytesRead: number;
  readonly totalBytes: number | null;
}

export interface ReadOptions {
  /** Which column of a table holds what; a column that is not named is guessed from the header. */
  readonly map: ColumnMapInput | null;
  /** Where a file holds the dialogues of several brands: leave all but this one's out. */
  readonly brand: string | null;
  /** Which rows of a large table are read; null or absent is all of them. */
  readonly query?: TableQuery | null;
  /** Of a path that is the address of a database: how to reach it. */
  readonly database?: DatabaseAccess | null;
  /**
   * How the path of a folder begins in which rows that a query chose, or records that do not fit into memory, may lie
   * meanwhile; among temporary files when absent.
   */
  readonly scratch?: string;
  /** How much of records that stand one by one is held in memory; 64 MiB when absent. */
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
 * What a reader says while it reads. A record is a turn, a message, a tweet or a CSV row; a line that cannot be
 * parsed is one record. At the end: records = utterances in dialogues + records ignored + records rejected.
 */
export type ImportEvent =
  | {
      readonly kind: 'dialogue';
      readonly dialogue: ImportedDialogue;
      /**
       * Where a dialogue of the file is a list of turns: the index (from 0) that each utterance has in it. Turns that
       * were rejected are missing here, so an utterance may stand further on in the file than in the dialogue.
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
      /** How many records are lost by it; 0 where that cannot be known (a gzip cut short). */
      readonly records: number;
      /** The speaker whose rows these are, where nobody knows what it is. */
      readonly unknownSpeaker?: string;
    }
  /** Deliberately left out: private notes, system and tool messages, other brands' tweets. */
  | { readonly kind: 'ignored'; readonly line: number; readonly records: number; readonly reason: string }
  | { readonly kind: 'warning'; readonly message: string }
  /** Always the last event: what was read, counted where the records are read. */
  | { readonly kind: 'end'; readonly records: number };
