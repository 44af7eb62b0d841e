import { z } from 'zod';
import { method, roundIdSchema, tagIdSchema, tagNameSchema, writtenSchema } from './base.ts';
import { editOutcomeSchema } from './tagging.ts';

const pinnedTagSchema = z.object({
  /** 1 … 9 */
  key: z.int(),
  tag: tagIdSchema,
  name: z.string(),
});
export type PinnedTag = z.infer<typeof pinnedTagSchema>;

/** Comments and guidelines that people write. All of it is in the edit log. */
export const notesContract = {
  /** The tags pinned to the keys 1 to 9, by key. */
  pins: method.output(z.array(pinnedTagSchema)),
  /** Pins a tag, which may be new, to a key, replacing the tag there. Null frees the key. */
  pin: method
    .input(z.object({ key: z.int().min(1).max(9), tag: tagNameSchema.nullable() }))
    .output(editOutcomeSchema),
  /** The guidelines of the project, as they were typed; null if there are none. */
  guidelines: method.output(writtenSchema.nullable()),
  /** Sets the guidelines. An empty text removes them. */
  setGuidelines: method.input(z.object({ text: z.string().max(100_000) })).output(editOutcomeSchema),
  /** Sets the comment on a turn. An empty text removes it. */
  comment: method
    .input(z.object({ round: roundIdSchema, text: z.string().trim().max(4000) }))
    .output(editOutcomeSchema),
};

declare module './base.ts' {
  interface Topics {
    readonly notes: true;
  }
}
