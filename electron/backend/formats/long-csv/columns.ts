import type { ColumnMapInput } from '#shared/contract/corpus.ts';
import { FormatError } from '../bytes/format-error.ts';
import { NAMES, type Part, plainName } from '../conversations/field-names.ts';
import { guessConversation, guessFields } from '../conversations/guess-fields.ts';
import { roleOfWord, type Voices, voicesOf } from '../conversations/speaker-roles.ts';
import type { CsvLayout } from '../csv/layout.ts';

/** The parts for which every table needs a column. */
const REQUIRED = ['conversation', 'speaker', 'text'] as const;

interface FieldIndexes {
  readonly conversation: number | null;
  readonly time: number | null;
  readonly speaker: number | null;
  readonly text: number | null;
  readonly domain: number | null;
}

export interface RowFields {
  /** Null if each row is a dialogue. */
  readonly conversation: number | null;
  readonly time: number | null;
  readonly domain: number | null;
  readonly labels: readonly number[];
  readonly voices: Voices;
  /** Set if a column names the speaker; otherwise `voices` finds the speakers in the text. */
  readonly plain: { readonly speaker: number; readonly text: number } | null;
  readonly required: readonly number[];
  /** The text in a column of a row, by the column's name. */
  readonly textAt: (cells: readonly string[]) => (column: string) => string | null;
}

/**
 * Finds the columns by the map, then by name. The speaker's column has the most known roles. @throws FormatError
 * MISSING_COLUMNS if a mapped column is missing
 */
export function findColumns({ path, columns, sample }: CsvLayout, map: ColumnMapInput | null): FieldIndexes {
  const taken = new Set<number>();
  const fields: Record<Part, number | null> = {
    conversation: null,
    time: null,
    speaker: null,
    text: null,
    domain: null,
  };
  const parts = Object.keys(fields) as Part[];
  for (const part of parts) {
    const name = map?.[part];
    if (name === undefined) continue;
    fields[part] = namedColumn(path, columns, name);
    taken.add(fields[part]);
  }
  for (const part of parts) {
    if (fields[part] !== null) continue;
    const candidates = candidatesFor(part, columns).filter((index) => !taken.has(index));
    const best = part === 'speaker' ? mostRoles(candidates, sample) : candidates[0];
    if (best === undefined) continue;
    fields[part] = best;
    taken.add(best);
  }
  return fields;
}

export function completeMap(layout: CsvLayout, told: ColumnMapInput | null): ColumnMapInput {
  const { columns, sample } = layout;
  const { roles, dates, speakers, labels } = told ?? {};
  const { speaker, ...named } = mapOf(columns, findColumns(layout, told));
  const known: ColumnMapInput = {
    ...named,
    ...(!speakers && speaker !== undefined && { speaker }),
    ...(speakers && { speakers }),
    ...(labels && { labels: [...labels] }),
    ...(roles && { roles: { ...roles } }),
    ...(dates && { dates }),
  };
  const fields = columns.map((name, index) => ({
    name,
    values: sample.map((cells) => cells[index] ?? null),
  }));
  const guessed = guessFields(fields, known);
  // Alternating speakers are only a last resort, so a person has to confirm them.
  const isDoubtful = !speakers && guessed.speakers?.by === 'alternation';
  const { speakers: _, ...sure } = guessed;
  const map = isDoubtful ? sure : guessed;
  const conversation = map.conversation ?? guessConversation(fields, map);
  return { ...map, ...(conversation !== undefined && { conversation }) };
}

/** @throws FormatError MISSING_COLUMNS, which lists the found and the missing columns and says how to map them */
export function requireColumns(layout: CsvLayout, map: ColumnMapInput): RowFields {
  const voices = voicesOf(map);
  const missing = missingParts(map);
  if (!voices || missing.length > 0) throw missingColumns(layout, missing);
  const { path, columns } = layout;
  const places = new Map(columns.map((name, index) => [name, index]));
  const at = (name: string): number => places.get(name) ?? namedColumn(path, columns, name);
  const optional = (name: string | undefined): number | null => (name === undefined ? null : at(name));
  const { conversation, speaker, text, labels = [] } = map;
  const plain =
    map.speakers === undefined && speaker !== undefined && text !== undefined
      ? { speaker: at(speaker), text: at(text) }
      : null;
  const said = voices.fields.map((name) => [name, at(name)] as const);
  const cellOf = new Map(said);
  return {
    conversation: optional(conversation),
    time: optional(map.time),
    domain: optional(map.domain),
    labels: labels.map(at),
    voices,
    plain,
    required: [
      ...(conversation === undefined ? [] : [at(conversation)]),
      ...(voices.isMany ? [] : cellOf.values()),
    ],
    textAt: (cells) => (column) => cells[cellOf.get(column) ?? -1] ?? null,
  };
}

export function missingParts(map: ColumnMapInput): string[] {
  const { conversation, speaker, speakers, text } = map;
  const inColumns = speakers?.by === 'columns';
  return REQUIRED.filter((part) => {
    if (part === 'conversation') return conversation === undefined && !inColumns && speakers?.by !== 'prefix';
    if (part === 'speaker') return speaker === undefined && speakers === undefined;
    return text === undefined && !inColumns;
  });
}

export function missingColumns({ path, columns }: CsvLayout, missing: readonly string[]): FormatError {
  return new FormatError(
    'MISSING_COLUMNS',
    path,
    `"${path}" has no column for: ${missing.join(', ')}. The columns are: ${listOf(columns)}.`,
    'Use a mapping (--mapping FILE) to say which column is which, such as {"conversation":"ticket","speaker":"from","text":"body","time":"at","roles":{"Bob":"system"}}.',
  );
}

/** Returns the map as it was understood, so that a person can check and change it. */
function mapOf(columns: readonly string[], fields: FieldIndexes): ColumnMapInput {
  const named: { -readonly [part in Part]?: string } = {};
  for (const part of Object.keys(fields) as Part[]) {
    const index = fields[part];
    if (index !== null) named[part] = columns[index];
  }
  return named;
}

function namedColumn(path: string, columns: readonly string[], name: string): number {
  const exact = columns.indexOf(name);
  const index = exact >= 0 ? exact : columns.findIndex((column) => plainName(column) === plainName(name));
  if (index >= 0) return index;
  throw new FormatError(
    'MISSING_COLUMNS',
    path,
    `The mapping names the column "${name}", but "${path}" has only these columns: ${listOf(columns)}.`,
    'Correct the name in the mapping.',
  );
}

function candidatesFor(part: Part, columns: readonly string[]): number[] {
  const names = columns.map(plainName);
  return NAMES[part].map((name) => names.indexOf(name)).filter((index) => index >= 0);
}

function mostRoles(
  candidates: readonly number[],
  sample: readonly (readonly string[])[],
): number | undefined {
  const known = (index: number): number =>
    sample.filter((cells) => roleOfWord(cells[index] ?? '') !== null).length;
  return candidates.toSorted((one, other) => known(other) - known(one))[0];
}

function listOf(columns: readonly string[]): string {
  const shown = columns.slice(0, 40).map((column) => `"${column.slice(0, 60)}"`);
  return columns.length > 40
    ? `${shown.join(', ')} and ${columns.length - 40} more`
    : shown.join(', ') || 'none';
}
