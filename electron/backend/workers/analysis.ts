import { projectService } from '../project.ts';
import { readWhenNeeded } from './staying.ts';

/** One thread per project, which has the tagged turns in memory. */
export const analysis = projectService(
  ({ path }) => readWhenNeeded(path, 'exploring', 'openExploring', []),
  (thread) => thread.close(),
);
