import { z } from 'zod';
import { method, sourceIdSchema } from './base.ts';
import { startedJobSchema } from './jobs.ts';

export const refreshInputSchema = z.object({
  /** Those to read again; null for all. */
  sources: z.array(sourceIdSchema).min(1).nullable().default(null),
});
export type RefreshInput = z.infer<typeof refreshInputSchema>;

const watchingSchema = z.object({ on: z.boolean() });

/** Files and folders that grow after they were imported. */
export const growingContract = {
  /**
   * Reads sources again as they were imported, and the files that have come into their folders since. A job, whose result is
   * that of an import. What people did stays; a file that is gone is a warning.
   */
  refresh: method.input(refreshInputSchema).output(startedJobSchema),
  /** True if changed files are read again automatically while the project is open. */
  watching: method.output(watchingSchema),
  watch: method.input(watchingSchema).output(watchingSchema),
};
