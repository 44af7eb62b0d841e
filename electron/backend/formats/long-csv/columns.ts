import type { ColumnMapInput } from '#shared/contract/corpus.ts';
import { FormatError } from '../bytes/format-error.ts';
import { roleOfWord } from '../conversations/speaker-roles.ts';
import type { CsvLayout } from '../csv/layout.ts';

/** The parts of a row that a column can hold. */
type Part = 'conversation' | 'time' | 'speaker' | 'text' | 'domain';

/** Names that exports use, the most telling first; compared in lower case, letters only. */
const NAMES: Readonly<Record<Part, readonly string[]>> = {
  conversation: [
    'conversationid',
    'conversation',
    'convid',
    'convoid',
    'dialogueid',
    'dialogid',
    'dialogue',
    'dialog',
    'chatid',
    'sessionid',
    'threadid',
    'ticketid',
    'caseid',
    'interactionid',
    'contactid',
    'callid',
    'roomid',
    'chat',
    'session',
    'thread',
    'ticket',
    'case',
    'interaction',
  ],
  time: [
    'timestamp',
    'datetime',
    'createdat',
    'created',
    'sentat',
    'postedat',
    'messagetime',
    'messagetimestamp',
    'time',
    'date',
    'at',
    'createddate',
    'sent',
  ],
  speaker: [
    'speaker',
    'role',
    'speakerrole',
    'sender',
    'sendertype',
    'author',
    'authortype',
    'authorrole',
    'participant',
    'participantrole',
    'from',
    'party',
    'who',
    'actor',
    'direction',
    'usertype',
  ],
  text: [
    'text',
    'message',
    'utterance',
    'body',
    'content',
    'messagetext',
    'messagebody',
    'transcript',
    'plainbody',
    'comment',
  ],
  domain: ['domain', 'domains', 'brand', 'topic', 'category'],
};

/** What no row can do without. */
export const REQUIRED = ['conversation', 'speaker', 'text'] as const;

/** Indexes of the fields of a record, from 0; null where the file has none. */
interface FieldIndexes {
  readonly conversation: number | null;
  readonly time: number | null;
  readonly speaker: number | null;
  readonly text: number | null;
  readonly domain: number | null;
}

export interface FullFieldIndexes extends FieldIndexes {
  readonly conversation: number;
  readonly speaker: number;
  readonly text: number;
}

/**
 * Finds the columns: those the map names, then by name. Of several columns that could name the speaker the one
 * wins whose values are most often known roles.
 * @throws FormatError MISSING_COLUMNS when the map names a column that is not there
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

/** @throws FormatError MISSING_COLUMNS that lists the columns found, those missing, and how to map */
export function requireColumns(layout: CsvLayout, fields: FieldIndexes): FullFieldIndexes {
  const missing = REQUIRED.filter((part) => fields[part] === null);
  if (missing.length > 0) throw missingColumns(layout, missing);
  return fields as FullFieldIndexes;
}

export function missingColumns({ path, columns }: CsvLayout, missing: readonly string[]): FormatError {
  return new FormatError(
    'MISSING_COLUMNS',
    path,
    `"${path}" has no column for: ${missing.join(', ')}. Its columns are: ${listOf(columns)}.`,
    'Say which column is which with a map (--map FILE), such as {"conversation":"ticket","speaker":"from","text":"body","time":"at","roles":{"Bob":"system"}}.',
  );
}

/** The map as it was understood, for a person to look at and change. */
export function mapOf(columns: readonly string[], fields: FieldIndexes): ColumnMapInput {
  const named: { -readonly [part in Part]?: string } = {};
  for (const part of Object.keys(fields) as Part[]) {
    const index = fields[part];
    if (index !== null) named[part] = columns[index];
  }
  return named;
}

function namedColumn(path: string, columns: readonly string[], name: string): number {
  const exact = columns.indexOf(name);
  const index = exact >= 0 ? exact : columns.findIndex((column) => plain(column) === plain(name));
  if (index >= 0) return index;
  throw new FormatError(
    'MISSING_COLUMNS',
    path,
    `The map names the column "${name}", but "${path}" has only: ${listOf(columns)}.`,
    'Correct the name in the map.',
  );
}

function candidatesFor(part: Part, columns: readonly string[]): number[] {
  const names = columns.map(plain);
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

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}]+/gu, '');
}

function listOf(columns: readonly string[]): string {
  const shown = columns.slice(0, 40).map((column) => `"${column.slice(0, 60)}"`);
  return columns.length > 40
    ? `${shown.join(', ')} and ${columns.length - 40} more`
    : shown.join(', ') || 'none';
}
