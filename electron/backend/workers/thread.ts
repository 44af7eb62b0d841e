import { modules } from '../thread-modules.ts';
import { runThread } from './run-thread.ts';

await runThread(modules);
