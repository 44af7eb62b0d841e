import { z } from 'zod';
import { CLEANING_RULES } from '../domain/cleaning-rule.ts';
import { dialogueIdSchema, method, roleSchema } from './base.ts';
import { startedJobSchema } from './jobs.ts';

const cleaningRuleSchema = z.enum(CLEANING_RULES);
const rulesSchema = z.array(cleaningRuleSchema).max(CLEANING_RULES.length);

export const cleaningInputSchema = z.object({ rules: rulesSchema });
export type CleaningInput = z.infer<typeof cleaningInputSchema>;

const stateSchema = z.object({
  /** In force for all that is read, learned, searched and imported. */
  rules: rulesSchema,
  /** The rules before these; null where nothing was ever cleaned. */
  before: rulesSchema.nullable(),
  at: z.string().nullable(),
  /** False while it is under way, and where it was stopped half way. */
  done: z.boolean(),
  /** Utterances that read otherwise than they were written. */
  changed: z.int(),
});
export type CleaningState = z.infer<typeof stateSchema>;

const previewSchema = z.object({
  utterances: z.int(),
  /** Utterances that the chosen rules together would change. */
  changed: z.int(),
  /** Every rule, also those that are not chosen, over what the chosen ones before it leave. */
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

/** What was said by nobody, taken from all texts: a layer that is put on and taken off as one. */
export const cleaningContract = {
  state: method.output(stateSchema),
  /** What each rule would change, from the texts as they were written. Changes nothing. */
  preview: method
    .input(cleaningInputSchema.extend({ samples: z.int().min(0).max(20).default(4) }))
    .output(previewSchema),
  /** Puts these rules in the place of those in force; none takes everything off. A job. */
  apply: method.input(cleaningInputSchema).output(startedJobSchema),
};
