import { runThread } from './start-worker.ts';

await runThread();
