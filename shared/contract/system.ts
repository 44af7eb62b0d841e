import { z } from 'zod';
import { method } from './base.ts';

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
};
