import { z } from 'zod';
import { sourceIdSchema, tagIdSchema } from '#shared/contract/base.ts';
import { cleaningChangeSchema, putCleaning } from '../../corpus/original-table.ts';
import { bringSourceBack } from '../../removal/bring-back.ts';
import { setSourceAside } from '../../removal/set-aside.ts';
import { change, sql } from '../../statements.ts';
import type { ChangedTable } from '../log/placed-changes.ts';

export const cleaningChanges: ChangedTable<z.infer<typeof cleaningChangeSchema>> = {
  schema: cleaningChangeSchema,
  apply(database, { before, after }, _edit, direction) {
    putCleaning(database, direction === 'forward' ? after : before);
  },
  keysOf: () => ['cleaning'],
  // A worker rewrites all texts (see `editing/commit.ts`). To go back, people change the cleaning settings.
  inverse: () => null,
};

const sourceChangeSchema = z.object({
  table: z.literal('sources'),
  source: sourceIdSchema,
  /** True if the change removed the source, false if it restored the source. */
  removed: z.boolean(),
});
type SourceChange = z.infer<typeof sourceChangeSchema>;

export const sourceChanges: ChangedTable<SourceChange> = {
  schema: sourceChangeSchema,
  apply(database, { source, removed }, _edit, direction) {
    if (removed === (direction === 'forward')) setSourceAside(database, source);
    else bringSourceBack(database, source);
  },
  keysOf: ({ source }) => [`source ${source}`],
  inverse: () => null,
};

const tagFieldsSchema = z
  .object({
    name: z.string(),
    mergedInto: tagIdSchema.nullable(),
    description: z.string(),
    archived: z.boolean(),
    /** True if the tag is in the vocabulary even if no turn has it. */
    kept: z.boolean(),
  })
  .partial();
export type TagFields = z.infer<typeof tagFieldsSchema>;

const tagChangeSchema = z.object({
  table: z.literal('tags'),
  tag: tagIdSchema,
  before: tagFieldsSchema,
  after: tagFieldsSchema,
});
export type TagChange = z.infer<typeof tagChangeSchema>;

const COLUMN_OF_FIELD = {
  name: 'name',
  mergedInto: 'merged_into',
  description: 'description',
  archived: 'archived',
  kept: 'kept',
} as const satisfies Record<keyof Required<TagFields>, string>;

const TAG_FIELDS = tagFieldsSchema.keyof().options;

const fieldsOf = ({ before, after }: TagChange): (keyof TagFields)[] =>
  TAG_FIELDS.filter((field) => after[field] !== undefined && after[field] !== before[field]);

export const tagChanges: ChangedTable<TagChange> = {
  schema: tagChangeSchema,
  apply(database, { tag, before, after }, _edit, direction) {
    const fields = direction === 'forward' ? after : before;
    for (const field of TAG_FIELDS) {
      const value = fields[field];
      if (value === undefined) continue;
      change(database)`UPDATE tags
        SET ${sql(COLUMN_OF_FIELD[field])} = ${typeof value === 'boolean' ? Number(value) : value}
        WHERE id = ${tag}`;
    }
  },
  keysOf: (change) => fieldsOf(change).map((field) => `${change.tag} ${field}`),
  inverse(change, _edit, isFree) {
    const { tag, before, after } = change;
    const free = fieldsOf(change).filter((field) => isFree(`${tag} ${field}`));
    const pick = (of: TagFields): TagFields => Object.fromEntries(free.map((field) => [field, of[field]]));
    return free.length === 0 ? null : { table: 'tags', tag, before: pick(after), after: pick(before) };
  },
};
