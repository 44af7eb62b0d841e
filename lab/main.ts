import { runProcess } from '../electron/cli/process.ts';
import { EXPERIMENTS } from './commands.ts';
import { PROGRAM } from './experiment.ts';

await runProcess({ name: PROGRAM, commands: EXPERIMENTS });
