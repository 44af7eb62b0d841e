import { z } from 'zod';
import { method, sourceIdSchema } from './base.ts';
import { formatSchema } from './corpus.ts';
import { editOutcomeSchema, reasonSchema } from './tagging.ts';

const removedSourceSchema = z.object({
  id: sourceIdSchema,
  name: z.string(),
  format: formatSchema,
  path: z.string(),
  dialogues: z.int(),
  utterances: z.int(),
  removedAt: z.string(),
});
export type RemovedSource = z.infer<typeof removedSourceSchema>;

const chosenSchema = z.object({ source: sourceIdSchema, reason: reasonSchema });

/** Removed sources. Removing and restoring are edits with undo, including people's work. A purge makes it final. */
export const removingContract = {
  /** The sources that can be restored, latest removal first. */
  list: method.output(z.array(removedSourceSchema)),
  /** Removes a source and its dialogues from all lists, counts, searches, exports and learning. */
  remove: method.input(chosenSchema).output(editOutcomeSchema),
  bringBack: method.input(chosenSchema).output(editOutcomeSchema),
};
