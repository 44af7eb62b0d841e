import { z } from 'zod';
import { worksheetSetSchema } from '#shared/contract/worksheets.ts';
import type { EditId } from '#shared/domain/ids.ts';
import type { WorksheetSet } from '#shared/domain/worksheet.ts';
import type { ReadDatabase } from '../../database.ts';
import { allRows, parseJson } from '../../statements.ts';
import { placedChanges, placedSchema } from '../log/placed-changes.ts';

const contentSchema = z.object({ content: z.string() });
export const worksheetChangeSchema = placedSchema('worksheet_sets', { name: z.string() }, contentSchema);
type WorksheetChange = z.infer<typeof worksheetChangeSchema>;

export const worksheetChanges = placedChanges<z.infer<typeof contentSchema>, WorksheetChange>(
  'worksheet_sets',
  ({ name }) => ({ name }),
  ({ content }) => ({ content }),
);

/** The worksheets of an application. */
export interface StoredWorksheets {
  readonly name: string;
  readonly edit: EditId;
  readonly content: string;
  readonly set: WorksheetSet;
}

export const readWorksheets = (database: ReadDatabase): StoredWorksheets[] =>
  allRows<Omit<StoredWorksheets, 'set'>>(database)`
    SELECT name, content, edit_id AS edit FROM worksheet_sets ORDER BY name`.map((row) => ({
    ...row,
    set: parseJson(worksheetSetSchema, row.content),
  }));

/** The change that stores these worksheets in an application, or removes them; null if nothing changes. */
export function worksheetsAfter(
  database: ReadDatabase,
  name: string,
  set: WorksheetSet | null,
): WorksheetChange | null {
  const before = readWorksheets(database).find((stored) => stored.name === name);
  const content = set && JSON.stringify(set);
  if ((before?.content ?? null) === content) return null;
  return {
    table: 'worksheet_sets',
    name,
    before: before ? { content: before.content, edit: before.edit } : null,
    after: content === null ? null : { content },
  };
}
