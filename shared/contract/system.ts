import { z } from 'zod';
import { method } from './base.ts';

const threadsSchema = z.object({
  /** The most processor cores that one job uses; null for as many as it can. */
  threads: z.int().min(1).max(1024).nullable(),
});
/** With the cores of this machine. */
const limitSchema = threadsSchema.extend({ cores: z.int() });

export const systemContract = {
  info: method.output(
    z.object({
      version: z.string(),
      node: z.string(),
      sqlite: z.string(),
      schemaVersion: z.int(),
      shell: z.enum(['electron', 'browser', 'cli', 'test']),
      /** Folder of new projects for which only a name is given. */
      workspace: z.string(),
    }),
  ),
  threads: method.output(limitSchema),
  /** Applies to jobs that start from now on. */
  setThreads: method.input(threadsSchema).output(limitSchema),
};
