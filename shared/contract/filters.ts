import { z } from 'zod';
import { method, runIdSchema } from './base.ts';

/**
 * Which dialogues are meant, as people type it: `domain = hotel and rounds > 8`; empty for all. See
 * `shared/algorithms/filters`.
 */
export const whereSchema = z.string().max(10_000).default('');

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
  fields: method.output(z.array(fieldSchema)),
  /** How many dialogues pass; `run` says whose tags are meant, null those in force. */
  count: method
    .input(z.object({ where: whereSchema, run: runIdSchema.nullable().default(null) }))
    .output(z.object({ dialogues: z.int(), of: z.int() })),
};
