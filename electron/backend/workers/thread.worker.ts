import { modules } from '../thread-modules.ts';
import { runTask } from './run-task.ts';
import { runThread } from './start-worker.ts';

await runThread((port, task) => runTask(modules, port, task));
