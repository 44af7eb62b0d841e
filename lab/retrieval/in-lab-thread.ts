import { callIn, type ThreadOptions } from '#backend/workers/in-thread.ts';
import { createThreads } from '#backend/workers/threads.ts';

const threads = createThreads(new URL('./thread.ts', import.meta.url));

/** Calls a function of the module with the same name in a thread (see `thread.ts`). */
export const inLabThread = <Result, Progress>(
  name: 'analyseTexts' | 'answerQueries',
  args: readonly unknown[],
  options: ThreadOptions<Progress>,
): Promise<Result> => callIn<Result>(threads, { module: name, name, path: null, args }, options);
