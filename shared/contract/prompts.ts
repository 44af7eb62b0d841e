import { z } from 'zod';
import { method } from './base.ts';

/** A prompt in its current form. */
const promptSchema = z.object({
  version: z.int(),
  text: z.string(),
  /** The text that ships with the app. */
  shipped: z.boolean(),
  /** All versions, oldest first. Saving the text of an old one makes it the newest. */
  versions: z.array(z.object({ version: z.int(), at: z.string().nullable(), text: z.string() })),
});
export type Prompt = z.infer<typeof promptSchema>;

const textShape = { text: z.string().trim().min(1).max(40_000) };

export const promptMethods = {
  prompt: method.output(promptSchema),
  /** Keeps a changed text as a new version; the same text changes nothing. */
  savePrompt: method.input(z.object(textShape)).output(promptSchema),
  /** Makes the shipped text the latest version again. */
  resetPrompt: method.output(promptSchema),
};

/** The same of a feature with several prompts, by their names. */
export function namedPromptMethods<Name extends z.ZodType<string, string>>(name: Name) {
  const named = promptSchema.extend({ name });
  return {
    prompts: method.output(z.array(named)),
    savePrompt: method.input(z.object({ name, ...textShape })).output(named),
    resetPrompt: method.input(z.object({ name })).output(named),
  };
}

/** A message to a model. */
export const messageSchema = z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() });
