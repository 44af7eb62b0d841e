import { z } from 'zod';
import { method, pageSchema, runIdSchema } from './base.ts';

/**
 * Which dialogues are meant, as people type it: `domain = hotel and rounds > 8`; empty for all. See
 * `shared/algorithms/filters`.
 */
export const whereSchema = z.string().max(10_000).default('');

/**
 * What every list of dialogues is asked by, beside where in an automaton they are: those that pass the filter and have the
 * words, in an order.
 */
export const listedSchema = pageSchema.extend({
  query: z.string().max(1000).default(''),
  where: whereSchema,
  /** Whose tags the filter means; null is the run in force. */
  run: runIdSchema.nullable().default(null),
  /** By the value of a field, those without one last; null is by source and id. */
  sort: z
    .object({ field: z.string().max(200), descending: z.boolean().default(false) })
    .nullable()
    .default(null),
  /** Fields whose values are told with each row. */
  columns: z.array(z.string().max(200)).max(20).default([]),
});
export type Listed = z.infer<typeof listedSchema>;
export type ListSort = NonNullable<Listed['sort']>;

const fieldSchema = z.object({
  name: z.string(),
  kind: z.enum(['number', 'date', 'words']),
  /** Dialogues that have a value. */
  dialogues: z.int(),
  /** How many different values there are. */
  different: z.int(),
  /** The commonest values, with how many dialogues have each. */
  values: z.array(z.object({ value: z.string(), dialogues: z.int() })),
  /** Of numbers and dates; else null. */
  range: z.object({ least: z.string(), most: z.string() }).nullable(),
});
export type FieldSummary = z.infer<typeof fieldSchema>;

export const filtersContract = {
  /** What can be asked of dialogues: facts from their files, and what was counted. */
  fields: method
    .input(z.object({ run: runIdSchema.nullable().default(null) }).default({ run: null }))
    .output(z.array(fieldSchema)),
  /** How many dialogues pass; `run` says whose tags are meant, null those in force. */
  count: method
    .input(z.object({ where: whereSchema, run: runIdSchema.nullable().default(null) }))
    .output(z.object({ dialogues: z.int(), of: z.int() })),
};
