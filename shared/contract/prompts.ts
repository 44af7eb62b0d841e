import { z } from 'zod';
import { exportTargetSchema, method, pathSchema, runIdSchema } from './base.ts';

/** `jsonl`: one prompt per line; `openai`: a batch file; `csv`: a table with a column for a person to fill in. */
export const promptFormatSchema = z.enum(['jsonl', 'openai', 'csv']);

const leftSchema = z.object({ line: z.int(), id: z.string().nullable(), reason: z.string() });

export const promptFilesContract = {
  export: method
    .input(exportTargetSchema.extend({ run: runIdSchema, to: promptFormatSchema }))
    .output(z.object({ path: z.string(), bytes: z.int(), prompts: z.int() })),
  /** Reads answers, which are marked as external, and as free unless the file gives tokens. */
  import: method.input(z.object({ run: runIdSchema, path: pathSchema })).output(
    z.object({
      /** Lines, or rows of a table, that are not empty. */
      read: z.int(),
      taken: z.int(),
      /** Rejected entries with reasons; the first thousand. */
      left: z.array(leftSchema),
      leftInAll: z.int(),
      waiting: z.int(),
      tokens: z.int(),
      done: z.boolean(),
    }),
  ),
};

const promptSchema = z.object({
  version: z.int(),
  text: z.string(),
  /** The text that ships with the app. */
  shipped: z.boolean(),
  versions: z.array(z.object({ version: z.int(), at: z.string().nullable(), text: z.string() })),
});
export type Prompt = z.infer<typeof promptSchema>;

const textShape = { text: z.string().trim().min(1).max(40_000) };

export const promptMethods = {
  prompt: method.output(promptSchema),
  savePrompt: method.input(z.object(textShape)).output(promptSchema),
  /** Makes the shipped text the latest version again. */
  resetPrompt: method.output(promptSchema),
};

export function namedPromptMethods<Name extends z.ZodType<string, string>>(name: Name) {
  const named = promptSchema.extend({ name });
  return {
    prompts: method.output(z.array(named)),
    savePrompt: method.input(z.object({ name, ...textShape })).output(named),
    resetPrompt: method.input(z.object({ name })).output(named),
  };
}

export const messageSchema = z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() });
