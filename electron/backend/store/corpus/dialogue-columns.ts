import { z } from 'zod';
import type { RoundTimes } from '#shared/algorithms/performance/measure-flow.ts';
import type { DialogueField } from '#shared/domain/dialogue-filter.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { change, oneRow, oneValue, parseJson } from '../statements.ts';

/** Columns of dialogues as they are stored. */
interface PackedColumns {
  readonly header: string;
  readonly data: Uint8Array;
}

interface Columns {
  readonly dialogueIds: readonly DialogueId[];
  readonly fields: readonly DialogueField[];
  readonly times: RoundTimes | null;
}

const headerSchema = z.object({
  dialogues: z.int(),
  /** Null if no times are known. */
  timedRounds: z.int().nullable(),
  fields: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['number', 'date', 'words']),
      values: z.array(z.string()),
      entries: z.int(),
    }),
  ),
});

/**
 * The numbers of all columns in a row, times first, which take two places each. Names and values are in the
 * header.
 */
export function packColumns({ dialogueIds, fields, times }: Columns): PackedColumns {
  const arrays = [
    ...(times === null ? [] : [times.starts, times.ends, times.offsets]),
    Int32Array.from(dialogueIds),
    ...fields.flatMap(({ offsets, valueIds }) => [offsets, valueIds]),
  ];
  const data = new Uint8Array(arrays.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const array of arrays) {
    data.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += array.byteLength;
  }
  const header: z.infer<typeof headerSchema> = {
    dialogues: dialogueIds.length,
    timedRounds: times === null ? null : times.starts.length,
    fields: fields.map(({ name, kind, values, valueIds }) => ({
      name,
      kind,
      values: [...values],
      entries: valueIds.length,
    })),
  };
  return { header: JSON.stringify(header), data };
}

function unpackColumns({ header, data }: PackedColumns): Columns {
  const { dialogues, timedRounds, fields } = parseJson(headerSchema, header);
  // A copy, since bytes of the database may be unaligned and numbers may not.
  const { buffer } = Uint8Array.from(data);
  let at = 0;
  const take = (length: number): Int32Array => {
    at += Int32Array.BYTES_PER_ELEMENT * length;
    return new Int32Array(buffer, at - Int32Array.BYTES_PER_ELEMENT * length, length);
  };
  const takeTimes = (length: number): Float64Array => {
    at += Float64Array.BYTES_PER_ELEMENT * length;
    return new Float64Array(buffer, at - Float64Array.BYTES_PER_ELEMENT * length, length);
  };
  const times =
    timedRounds === null
      ? null
      : { starts: takeTimes(timedRounds), ends: takeTimes(timedRounds), offsets: take(dialogues + 1) };
  const dialogueIds = Array.from(take(dialogues), (id) => id as DialogueId);
  return {
    dialogueIds,
    times,
    fields: fields.map(({ entries, ...field }) => ({
      ...field,
      offsets: take(dialogues + 1),
      valueIds: take(entries),
    })),
  };
}

/** The stored columns for this state of the dialogues; null if there are none. */
export function readDialogueColumns(database: ReadDatabase, state: string): Columns | null {
  const row = oneRow<PackedColumns>(database)`
    SELECT header, data FROM dialogue_columns WHERE state = ${state}`;
  return row ? unpackColumns(row) : null;
}

export const hasDialogueColumns = (database: ReadDatabase, state: string): boolean =>
  oneValue<number>(database)`SELECT 1 FROM dialogue_columns WHERE state = ${state}` !== undefined;

/** Replaces the columns of another state. */
export function keepDialogueColumns(
  database: WriteDatabase,
  state: string,
  { header, data }: PackedColumns,
): void {
  database.transaction(() => {
    forgetDialogueColumns(database);
    change(database)`INSERT INTO dialogue_columns VALUES (${state}, ${header}, ${Buffer.from(data)})`;
  })();
}

export function forgetDialogueColumns(database: WriteDatabase): void {
  change(database)`DELETE FROM dialogue_columns`;
}
