import type { ImportedDialogue } from '#shared/domain/dialogue.ts';
import type { SpeakerKind } from '#shared/domain/speaker.ts';

/** The layouts that can be imported; see README.md for what each keeps and leaves out. */
export type FormatName = 'neutral' | 'twcs' | 'long-csv' | 'chat-jsonl';

export const FORMAT_NAMES: readonly FormatName[] = ['neutral', 'twcs', 'long-csv', 'chat-jsonl'];

/** What a speaker of the file becomes; `user` is a customer, an agent and a bot are of the system's side. */
export type MappedRole = SpeakerKind | 'user' | 'ignored';

/** How to read a date like 03/04/2024: day first or month first. */
export type DateOrder = 'dmy' | 'mdy';

/**
 * Which column of a CSV holds what. A column that is not named is guessed from the header.
 * As JSON: {"conversation":"ticket","time":"at","speaker":"from","text":"body","roles":{"Bob":"system"}}
 */
export interface ColumnMap {
  readonly conversation?: string;
  readonly time?: string;
  readonly speaker?: string;
  readonly text?: string;
  readonly domain?: string;
  /** A speaker's value in the file → its role. Compared without regard to case or surrounding blanks. */
  readonly roles?: Readonly<Record<string, MappedRole>>;
  readonly dates?: DateOrder;
}

export interface ReadProgress {
  /** Bytes of the file on disk that were read; of several passes each counts its share. Never falls. */
  readonly bytesRead: number;
  readonly totalBytes: number | null;
}

export interface ReadOptions {
  readonly map: ColumnMap | null;
  /** twcs only: import this brand's dialogues and leave the others out. */
  readonly brand: string | null;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: ReadProgress) => void;
  /** CSV only; sniffed when absent. */
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

/** What can be wrong with a file as a whole; a single bad row is a reject, never one of these. */
export type FormatErrorCode =
  | 'CANNOT_READ'
  | 'FILE_CHANGED'
  | 'EMPTY_FILE'
  | 'BINARY_FILE'
  | 'UNKNOWN_FORMAT'
  | 'WRONG_FORMAT'
  | 'MISSING_COLUMNS'
  | 'UNKNOWN_BRAND'
  | 'UNKNOWN_ENCODING';

/**
 * A file that cannot be imported at all.
 * `message` says what was found, `nextStep` what a person can do about it.
 */
export class FormatError extends Error {
  readonly code: FormatErrorCode;
  readonly path: string;
  readonly nextStep: string;

  constructor(code: FormatErrorCode, path: string, message: string, nextStep: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'FormatError';
    this.code = code;
    this.path = path;
    this.nextStep = nextStep;
  }
}
