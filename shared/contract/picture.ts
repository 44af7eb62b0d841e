import { z } from 'zod';
import { learnResultSchema } from './automata.ts';
import { method, runIdSchema } from './base.ts';
import { whereSchema } from './filters.ts';
import { startedJobSchema } from './jobs.ts';
import { taggingResultSchema } from './tagging.ts';

/** The results of the steps from dialogues to a picture; `tagged` is null if tags already existed. */
export const pictureResultSchema = z.object({
  tagged: taggingResultSchema.nullable(),
  learned: learnResultSchema,
});
export type PictureResult = z.infer<typeof pictureResultSchema>;

export const pictureInputSchema = z.object({
  run: runIdSchema.nullable().default(null),
  /** Filter for the dialogues to learn from. */
  where: whereSchema,
});

export const pictureContract = {
  /** Tags by what suits the data, and learns. With a tagging run, only learns an overview of its tags. */
  make: method.input(pictureInputSchema).output(startedJobSchema),
};
