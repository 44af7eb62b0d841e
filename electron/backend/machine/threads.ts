import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { settingsFile } from './settings.ts';

/** An environment variable, which workers inherit from the thread that starts them. */
const VARIABLE = 'DIALOGRAM_THREADS';

const threadsSchema = z.object({
  threads: z.int().min(1).max(1024).nullable(),
});

export function mostThreads(): number {
  const limit = Number(process.env[VARIABLE]);
  return limit >= 1 ? Math.min(limit, availableParallelism()) : availableParallelism();
}

function limitThreads(threads: number | null): void {
  if (threads === null) delete process.env[VARIABLE];
  else process.env[VARIABLE] = String(threads);
}

/** The person's limit, which applies to workers that start from now on. */
export function threadSettings(folder: string | null) {
  const file = settingsFile(folder, 'threads.json', threadsSchema, { threads: null });
  const { threads } = file.read();
  if (threads !== null) limitThreads(threads);
  return {
    read: file.read,
    write(value: z.infer<typeof threadsSchema>): void {
      file.write(value);
      limitThreads(value.threads);
    },
  };
}
