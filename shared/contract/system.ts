import { z } from 'zod';
import { method } from './base.ts';

const projectHealthSchema = z.object({
  bytes: z.number(),
  backups: z.object({
    on: z.boolean(),
    count: z.int(),
    bytes: z.number(),
    newest: z.string().nullable(),
  }),
  jobs: z.object({ running: z.int(), waiting: z.int(), paused: z.int(), failed: z.int() }),
});
export type ProjectHealth = z.infer<typeof projectHealthSchema>;

const logSchema = z.object({
  /** Folder of the log files; null if the log is kept in memory. */
  folder: z.string().nullable(),
  /** The newest lines, oldest first. They contain no dialogue text, names, paths or keys. */
  lines: z.array(z.string()),
});

export const healthContract = {
  project: method.output(projectHealthSchema),
  /** Reads the whole project and lists its damage. Writes nothing. */
  integrity: method.output(z.object({ damage: z.array(z.string()) })),
  log: method.output(logSchema),
};

const threadsSchema = z.object({
  threads: z.int().min(1).max(1024).nullable(),
});
const limitSchema = threadsSchema.extend({ cores: z.int() });

export const systemContract = {
  info: method.output(
    z.object({
      version: z.string(),
      node: z.string(),
      sqlite: z.string(),
      schemaVersion: z.int(),
      shell: z.enum(['electron', 'browser', 'cli', 'test']),
      workspace: z.string(),
    }),
  ),
  threads: method.output(limitSchema),
  setThreads: method.input(threadsSchema).output(limitSchema),
};
