import { z } from 'zod';
import { method, sourceIdSchema } from './base.ts';
import { startedJobSchema } from './jobs.ts';

export const refreshInputSchema = z.object({
  /** The sources to read again; null means all. */
  sources: z.array(sourceIdSchema).min(1).nullable().default(null),
});
export type RefreshInput = z.infer<typeof refreshInputSchema>;

const watchingSchema = z.object({ on: z.boolean() });

/** Files and folders that grow after they were imported. */
export const growingContract = {
  /** Reads sources and new files of their folders again, as a job. People's work stays; a missing file is a warning. */
  refresh: method.input(refreshInputSchema).output(startedJobSchema),
  /** True if changed files are read again automatically while the project is open. */
  watching: method.output(watchingSchema),
  watch: method.input(watchingSchema).output(watchingSchema),
};
