import { threadId } from 'node:worker_threads';
import { serve } from './serve.ts';

/** Says what it is told, and in which thread. */
serve<{ input: string; progress: never; result: { said: string; thread: number } }>(async (said) => {
  if (said === '') throw new Error('Nothing was said.');
  return { result: { said, thread: threadId } };
});
