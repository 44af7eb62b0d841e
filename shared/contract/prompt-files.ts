import { z } from 'zod';
import { exportTargetSchema, method, pathSchema, runIdSchema } from './base.ts';

/** `jsonl`: a prompt a line, in plain words; `openai`: a line of a batch file; `csv`: for a person, with a column to fill in. */
export const promptFormatSchema = z.enum(['jsonl', 'openai', 'csv']);

const leftSchema = z.object({ line: z.int(), id: z.string().nullable(), reason: z.string() });

export const promptFilesContract = {
  /**
   * Writes the prompts that a paused run waits for. Answers may lead to more prompts, such as corrections.
   */
  export: method
    .input(exportTargetSchema.extend({ run: runIdSchema, to: promptFormatSchema }))
    .output(z.object({ path: z.string(), bytes: z.int(), prompts: z.int() })),
  /**
   * Reads answers that were produced elsewhere and continues the run with them, without asking a model. They are marked
   * as external, and cost nothing unless the file says how many tokens they took.
   */
  import: method.input(z.object({ run: runIdSchema, path: pathSchema })).output(
    z.object({
      /** Lines, or rows of a table, that are not empty. */
      read: z.int(),
      taken: z.int(),
      /** Rejected entries with reasons; the first thousand. */
      left: z.array(leftSchema),
      leftInAll: z.int(),
      /** Prompts that wait still. */
      waiting: z.int(),
      tokens: z.int(),
      done: z.boolean(),
    }),
  ),
};
