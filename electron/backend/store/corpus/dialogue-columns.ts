import { z } from 'zod';
import type { DialogueField } from '#shared/domain/dialogue-field.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { change, oneRow, oneValue, parseJson } from '../statements.ts';

/** Columns of dialogues as they are kept. */
export interface PackedColumns {
  readonly header: string;
  readonly data: Uint8Array;
}

interface Columns {
  readonly dialogueIds: readonly DialogueId[];
  readonly fields: readonly DialogueField[];
}

const headerSchema = z.object({
  dialogues: z.int(),
  fields: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['number', 'date', 'words']),
      values: z.array(z.string()),
      entries: z.int(),
    }),
  ),
});

/** The numbers of all columns one after another; names and values in the header. */
export function packColumns({ dialogueIds, fields }: Columns): PackedColumns {
  const arrays = [
    Int32Array.from(dialogueIds),
    ...fields.flatMap(({ offsets, valueIds }) => [offsets, valueIds]),
  ];
  const data = new Int32Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    data.set(array, at);
    at += array.length;
  }
  const header: z.infer<typeof headerSchema> = {
    dialogues: dialogueIds.length,
    fields: fields.map(({ name, kind, values, valueIds }) => ({
      name,
      kind,
      values: [...values],
      entries: valueIds.length,
    })),
  };
  return { header: JSON.stringify(header), data: new Uint8Array(data.buffer) };
}

function unpackColumns({ header, data }: PackedColumns): Columns {
  const { dialogues, fields } = parseJson(headerSchema, header);
  // A copy, since bytes of the database may begin anywhere and numbers may not.
  const numbers = new Int32Array(Uint8Array.from(data).buffer);
  let at = 0;
  const take = (length: number): Int32Array => {
    at += length;
    return numbers.subarray(at - length, at);
  };
  const dialogueIds = Array.from(take(dialogues), (id) => id as DialogueId);
  return {
    dialogueIds,
    fields: fields.map(({ entries, ...field }) => ({
      ...field,
      offsets: take(dialogues + 1),
      valueIds: take(entries),
    })),
  };
}

/** The columns that were kept for this state of the dialogues; null where there are none. */
export function readDialogueColumns(database: ReadDatabase, state: string): Columns | null {
  const row = oneRow<PackedColumns>(database)`
    SELECT header, data FROM dialogue_columns WHERE state = ${state}`;
  return row ? unpackColumns(row) : null;
}

export const hasDialogueColumns = (database: ReadDatabase, state: string): boolean =>
  oneValue<number>(database)`SELECT 1 FROM dialogue_columns WHERE state = ${state}` !== undefined;

/** In place of those of another state. */
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
