import type { ColumnMapInput } from '#shared/contract/corpus.ts';
import type { ImportFormat } from '#shared/domain/import-formats.ts';
import type { FileHead } from './bytes/head.ts';
import type { CsvLayout } from './csv/layout.ts';
import type { JsonProposal } from './mapped-json/propose.ts';
import type { ImportEvent, Reading } from './reading/reading.ts';

export interface Recognition {
  /** From 0 to 1. Below one half, a person should check it. */
  readonly confidence: number;
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
  /** Checks one of a file's first values. If a value is too long, each of its keys has an empty list. */
  recognise(value: unknown): Recognition | null;
  /** The required content of a line, for the error about unknown JSON; null without a general rule. */
  readonly expects: string | null;
  recogniseHead?(head: FileHead, told: ColumnMapInput | null): Recognition | null;
  propose?(head: FileHead, told: ColumnMapInput | null): JsonProposal;
}

export interface TableFormat extends Readable {
  readonly notation: 'table';
  /** True if an engine selects the rows before they are read. */
  readonly isQueried?: true;
  /** @param isChosen true if a person chose the delimiter, so it is certainly a table */
  recognise(layout: CsvLayout, isChosen: boolean): Recognition | null;
  /** Returns what each column is used for, including the person's choices. */
  columnMap?(layout: CsvLayout, map: ColumnMapInput | null): ColumnMapInput;
}

export interface TextFormat extends Readable {
  readonly notation: 'text';
  recognise(text: string): Recognition | null;
}

/** A file format: how to recognize and read it. All formats are listed in `formats.ts`. */
export type Format = JsonFormat | TableFormat | TextFormat;
