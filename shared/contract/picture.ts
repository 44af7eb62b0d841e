import { z } from 'zod';
import { learnResultSchema } from './automata.ts';
import { method } from './base.ts';
import { startedJobSchema } from './jobs.ts';
import { taggingResultSchema } from './tagging.ts';

/** What was made on the way from dialogues to a picture. */
export const pictureResultSchema = z.object({ tagged: taggingResultSchema, learned: learnResultSchema });
export type PictureResult = z.infer<typeof pictureResultSchema>;

export const pictureContract = {
  /** Tags and learns in one go, by what suits the data: the labels of the file where it has some. */
  make: method.output(startedJobSchema),
};
