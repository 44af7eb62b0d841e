import { z } from 'zod';
import {
  dialogueIdSchema,
  editIdSchema,
  method,
  pageSchema,
  roleSchema,
  tagIdSchema,
  turnIdSchema,
} from './base.ts';
import { editOutcomeSchema, editSchema, reasonSchema } from './tagging.ts';

const pastEditSchema = editSchema.extend({
  state: z.enum(['done', 'undone', 'superseded']),
  /** The number of tag decisions in the edit; 0 if it only changed the vocabulary or marks. */
  decisions: z.int(),
  /** The number of consecutive edits of one turn by one person. This edit is the newest of them. */
  edits: z.int(),
  turn: z
    .object({ turn: turnIdSchema, dialogue: dialogueIdSchema, externalId: z.string(), index: z.int() })
    .nullable(),
});
export type PastEdit = z.infer<typeof pastEditSchema>;

export const historyContract = {
  /** Returns the edit log, newest first. An omitted condition is ignored. */
  list: method
    .input(
      pageSchema.extend({
        kinds: z.array(z.string().max(40)).max(50).default([]),
        author: z.string().max(200).nullable().default(null),
        tag: tagIdSchema.nullable().default(null),
        text: z.string().max(1000).default(''),
        turn: turnIdSchema.nullable().default(null),
        /** Groups consecutive edits by one person on one turn into one entry. */
        together: z.boolean().default(false),
      }),
    )
    .output(z.object({ total: z.int(), items: z.array(pastEditSchema) })),
  authors: method.output(z.array(z.string())),
  decisions: method.input(pageSchema.extend({ edit: editIdSchema })).output(
    z.object({
      total: z.int(),
      items: z.array(
        z.object({
          turn: turnIdSchema,
          dialogue: dialogueIdSchema,
          externalId: z.string(),
          index: z.int(),
          role: roleSchema,
          text: z.string(),
          tag: z.string(),
          /** True: the tag was set; false: it was removed; null: no decision. */
          before: z.boolean().nullable(),
          after: z.boolean().nullable(),
        }),
      ),
    }),
  ),
  /** Undoes one edit as a new edit. INVALID, naming the newer edit, if nothing is left to undo. */
  takeBack: method.input(z.object({ edit: editIdSchema, reason: reasonSchema })).output(
    editOutcomeSchema.extend({
      restored: z.int(),
      left: z.int(),
      inTheWay: editIdSchema.nullable(),
    }),
  ),
  author: method.output(z.object({ name: z.string() })),
  setAuthor: method
    .input(z.object({ name: z.string().trim().min(1).max(80) }))
    .output(z.object({ name: z.string() })),
};
