import { z } from 'zod';
import { fieldCountsSchema } from '../domain/figures.ts';
import { exportTargetSchema, method, pageSchema, runIdSchema } from './base.ts';
import { editOutcomeSchema } from './tagging.ts';

export const whereSchema = z.string().max(10_000).meta({ word: 'FILTER' }).default('');

export const listedSchema = pageSchema.extend({
  query: z.string().max(1000).default(''),
  where: whereSchema,
  run: runIdSchema.nullable().default(null),
  sort: z
    .object({ field: z.string().max(200), descending: z.boolean().default(false) })
    .nullable()
    .default(null),
  columns: z.array(z.string().max(200)).max(20).default([]),
});
export type DialogueListInput = z.infer<typeof listedSchema>;
export type ListSort = NonNullable<DialogueListInput['sort']>;

export type FieldSummary = z.infer<typeof fieldCountsSchema>;

/** The rule that decides how a dialogue ended. */
export const outcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['last-tag', 'last-state']) }),
  z.object({ kind: z.literal('tags'), tags: z.array(z.string()).min(1).max(50) }),
  z.object({ kind: z.literal('field'), field: z.string() }),
]);
export type OutcomeInput = z.infer<typeof outcomeSchema>;

const dialogueFileFormSchema = z.enum(['neutral', 'csv', 'xes']);
export type DialogueFileForm = z.infer<typeof dialogueFileFormSchema>;

export const filtersContract = {
  fields: method
    .input(z.object({ run: runIdSchema.nullable().default(null), where: whereSchema }).prefault({}))
    .output(z.array(fieldCountsSchema)),
  outcome: method.output(outcomeSchema),
  setOutcome: method.input(outcomeSchema).output(outcomeSchema),
  count: method
    .input(z.object({ where: whereSchema, run: runIdSchema.nullable().default(null) }))
    .output(z.object({ dialogues: z.int(), of: z.int() })),
  /** Text and tags, so that the file can be imported again, or an event log. */
  export: method
    .input(
      exportTargetSchema.extend({
        where: whereSchema,
        run: runIdSchema.nullable().default(null),
        /** `neutral`: JSON Lines with everything known. Others: one row per message, or one event per tagged turn. */
        form: dialogueFileFormSchema.default('neutral'),
      }),
    )
    .output(z.object({ path: z.string(), bytes: z.int(), dialogues: z.int() })),
};

const filterNameSchema = z.string().trim().min(1).max(80);

const savedFilterSchema = z.object({ name: filterNameSchema, where: whereSchema });

export const savedFiltersContract = {
  list: method.output(z.array(savedFilterSchema)),
  save: method
    .input(savedFilterSchema.extend({ where: whereSchema.pipe(z.string().min(1)) }))
    .output(editOutcomeSchema),
  rename: method.input(z.object({ name: filterNameSchema, to: filterNameSchema })).output(editOutcomeSchema),
  remove: method.input(z.object({ name: filterNameSchema })).output(editOutcomeSchema),
};
