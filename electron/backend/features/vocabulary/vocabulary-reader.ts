import { projectService } from '../../project.ts';
import { readWhenNeeded } from '../../workers/staying.ts';

/** Reads a whole corpus' tags, in a thread that stays with the open project. */
export const vocabularyReader = projectService(
  ({ path }) => readWhenNeeded(path, 'vocabulary', 'openVocabulary', []),
  (reader) => reader.close(),
);
