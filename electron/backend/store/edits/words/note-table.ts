import { z } from 'zod';
import { editIdSchema, tagIdSchema, turnIdSchema } from '#shared/contract/base.ts';
import type { EditId, TagId, TurnId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../database.ts';
import { allRows, oneRow } from '../../statements.ts';
import { placedTable } from '../log/placed-changes.ts';

const textSchema = z.object({ text: z.string() });
const setTextSchema = textSchema.extend({ edit: editIdSchema });

export const commentChanges = placedTable(
  'round_comments',
  { turn: turnIdSchema },
  textSchema,
  ({ turn }) => ({ round_id: turn }),
  ({ text }) => ({ text }),
);

export const guidelinesChanges = placedTable(
  'guidelines',
  {},
  textSchema,
  () => ({ id: 1 }),
  ({ text }) => ({ text }),
);

export const pinChanges = placedTable(
  'tag_pins',
  { key: z.int() },
  z.object({ tag: tagIdSchema }),
  ({ key }) => ({ key }),
  ({ tag }) => ({ tag_id: tag }),
);

interface WrittenText extends z.infer<typeof setTextSchema> {
  readonly at: string;
  readonly author: string;
}

export function commentReader(database: ReadDatabase): (turn: TurnId) => WrittenText | null {
  return (turn) =>
    oneRow<WrittenText>(database)`
      SELECT c.text, c.edit_id AS edit, e.at, e.author
      FROM round_comments c JOIN edits e ON e.id = c.edit_id WHERE c.round_id = ${turn}` ?? null;
}

export const readGuidelines = (database: ReadDatabase): WrittenText | null =>
  oneRow<WrittenText>(database)`SELECT g.text, g.edit_id AS edit, e.at, e.author
    FROM guidelines g JOIN edits e ON e.id = g.edit_id` ?? null;

export const readPins = (
  database: ReadDatabase,
): { readonly key: number; readonly tag: TagId; readonly edit: EditId }[] =>
  allRows<{ key: number; tag: TagId; edit: EditId }>(database)`
    SELECT key, tag_id AS tag, edit_id AS edit FROM tag_pins ORDER BY key`;

export function textAfter(before: WrittenText | null, text: string) {
  if ((before?.text ?? '') === text) return null;
  return {
    before: before && { text: before.text, edit: before.edit },
    after: text === '' ? null : { text },
  };
}
