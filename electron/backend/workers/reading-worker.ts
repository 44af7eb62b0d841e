import { openForReading, type ReadDatabase } from '../store/database.ts';
import { runWorker } from './run-worker.ts';
import { serve } from './serve.ts';

/** What can be asked for, by name: with what, and what it comes to. */
type Readings<All> = { readonly [What in keyof All]: { readonly asked: unknown; readonly result: unknown } };

interface ReadingWork<All extends Readings<All>, What extends keyof All> {
  readonly input: { readonly path: string; readonly what: What; readonly asked: All[What]['asked'] };
  readonly progress: never;
  readonly result: All[What]['result'];
}

/** Answers in a worker what `askReading` asks for, each time from a connection of its own. */
export function serveReadings<All extends Readings<All>>(
  readings: {
    readonly [What in keyof All]: (
      database: ReadDatabase,
      asked: All[What]['asked'],
    ) => All[What]['result'] | Promise<All[What]['result']>;
  },
): void {
  serve<ReadingWork<All, keyof All>>(async ({ path, what, asked }) => {
    const database = openForReading(path);
    try {
      return { result: await readings[what](database, asked) };
    } finally {
      database.close();
    }
  });
}

/**
 * Asks for what is worked out of a project away from the backend's thread.
 * @param file of the worker, as that of `runWorker`
 */
export const askReading =
  <All extends Readings<All>>(file: URL) =>
  <What extends keyof All>(
    what: What,
    path: string,
    asked: All[What]['asked'],
    signal: AbortSignal | undefined,
  ): Promise<All[What]['result']> =>
    runWorker<ReadingWork<All, What>>(file, { path, what, asked }, { signal });
