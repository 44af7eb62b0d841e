import { type WorksheetSet, worksheetSetSchema } from '#shared/domain/worksheet.ts';
import type { ReadDatabase } from '../../database.ts';
import { parseJson } from '../../statements.ts';
import { textTable } from '../log/placed-changes.ts';

export const worksheetTexts = textTable('worksheet_sets');

export const readWorksheets = (database: ReadDatabase) =>
  worksheetTexts.list(database).map((row) => ({ ...row, set: parseJson(worksheetSetSchema, row.content) }));

export type StoredWorksheets = ReturnType<typeof readWorksheets>[number];

export const worksheetsAfter = (database: ReadDatabase, name: string, set: WorksheetSet | null) =>
  worksheetTexts.after(database, name, set && { content: JSON.stringify(set) });
