import { runProcess } from './run.ts';

await runProcess();
