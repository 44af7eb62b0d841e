import type { ColumnMapInput } from '#shared/contract/corpus.ts';
import type { ImportFormat } from '#shared/domain/import-formats.ts';
import type { FileHead } from './bytes/head.ts';
import type { CsvLayout } from './csv/layout.ts';
import type { JsonProposal } from './mapped-json/propose.ts';
import type { ImportEvent, Reading } from './reading/reading.ts';

/** The evidence that a file has a format, from its content. */
export interface Recognition {
  /** 0 to 1. Below a half, a person should check it. */
  readonly confidence: number;
  /** The evidence for the format, as one sentence. */
  readonly reason: string;
}

interface Readable {
  readonly name: ImportFormat;
  /** @throws FormatError if the whole file cannot be imported */
  read(reading: Reading): AsyncGenerator<ImportEvent, void, undefined>;
}

/** A format of JSON values, one per line or in an array. */
export interface JsonFormat extends Readable {
  readonly notation: 'json';
  /** Looks at one of the first values. If a value is too long, each of its keys has an empty list. */
  recognise(value: unknown): Recognition | null;
  /** The required content of a line, for the error on unknown JSON; null without a general rule. */
  readonly expects: string | null;
  /** Inspects one value at the beginning of a file with an unknown format. */
  recogniseHead?(head: FileHead, told: ColumnMapInput | null): Recognition | null;
  /** Completes a map and returns the choices for its fields. */
  propose?(head: FileHead, told: ColumnMapInput | null): JsonProposal;
}

export interface TableFormat extends Readable {
  readonly notation: 'table';
  /** True if an engine selects the rows before they are read. */
  readonly isQueried?: true;
  /** @param isChosen true if a person chose the delimiter, so it is certainly a table */
  recognise(layout: CsvLayout, isChosen: boolean): Recognition | null;
  /** Returns which column is used for what, including the person's choices, if a mapping may name columns. */
  columnMap?(layout: CsvLayout, map: ColumnMapInput | null): ColumnMapInput;
}

export interface TextFormat extends Readable {
  readonly notation: 'text';
  /** Recognizes plain text by its first lines, if no other format matches. */
  recognise(text: string): Recognition | null;
}

/** One layout of files: its detection and reading. Listed in `formats.ts`. */
export type Format = JsonFormat | TableFormat | TextFormat;
