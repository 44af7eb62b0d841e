import { z } from 'zod';
import { CLEANING_RULES } from '../domain/import-formats.ts';
import { dialogueIdSchema, method, roleSchema } from './base.ts';
import { startedJobSchema } from './jobs.ts';

const cleaningRuleSchema = z.enum(CLEANING_RULES);
const rulesSchema = z.array(cleaningRuleSchema).max(CLEANING_RULES.length);

export const cleaningInputSchema = z.object({ rules: rulesSchema });
export type CleaningInput = z.infer<typeof cleaningInputSchema>;

const stateSchema = z.object({
  /** The rules that are applied to all texts, for reading, learning, searching and importing. */
  rules: rulesSchema,
  /** The rules used before; null if nothing was cleaned. */
  before: rulesSchema.nullable(),
  at: z.string().nullable(),
  /** False while cleaning runs, and if it was interrupted. */
  done: z.boolean(),
  changed: z.int(),
});
export type CleaningState = z.infer<typeof stateSchema>;

const previewSchema = z.object({
  utterances: z.int(),
  changed: z.int(),
  rules: z.array(
    z.object({
      rule: cleaningRuleSchema,
      utterances: z.int(),
      characters: z.int(),
      samples: z.array(
        z.object({
          dialogue: dialogueIdSchema,
          role: roleSchema,
          before: z.string(),
          after: z.string(),
        }),
      ),
    }),
  ),
});
export type CleaningPreview = z.infer<typeof previewSchema>;

export const cleaningResultSchema = z.object({
  rules: rulesSchema,
  utterances: z.int(),
  changed: z.int(),
  seconds: z.number(),
});

export const cleaningContract = {
  state: method.output(stateSchema),
  /** Returns what each rule would change in the original texts. Changes nothing. */
  preview: method
    .input(cleaningInputSchema.extend({ samples: z.int().min(0).max(20).default(4) }))
    .output(previewSchema),
  apply: method.input(cleaningInputSchema).output(startedJobSchema),
};
