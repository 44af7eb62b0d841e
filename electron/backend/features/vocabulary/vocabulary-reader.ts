import { projectService } from '../../project.ts';
import { residentOf } from '../../workers/reading-worker.ts';
import type { Vocabulary } from './vocabulary.worker.ts';

/** Reads a whole corpus' tags, in a worker that stays with the open project. */
export const vocabularyReader = projectService(
  ({ path }) => residentOf<Vocabulary>(new URL('./vocabulary.worker.ts', import.meta.url), path),
  (reader) => reader.close(),
);
