import type { RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { taggingRuns } from '../../store/runs/tagging-runs.ts';
import { hasConfidences } from '../../store/tags/move-table.ts';
import { vocabularyOfRun } from '../../store/tags/run-vocabulary-table.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';

/** The maximum number of other runs to use, newest first. */
const MOST_RUNS = 5;

/** Returns the sources of certainty: the run, and the newest other runs that know at least half of its tags. */
export function certaintyOf(database: ReadDatabase, run: RunId) {
  const { canonical } = readVocabulary(database);
  const tagsOf = (id: RunId) => [...new Set(vocabularyOfRun(database, id).map((tag) => canonical(tag)))];
  const own = new Set(tagsOf(run));
  const others = taggingRuns(database)
    .map(({ id }) => id)
    .filter((id) => id !== run && tagsOf(id).filter((tag) => own.has(tag)).length * 2 >= own.size);
  return { confidences: hasConfidences(database, run), others: others.slice(0, MOST_RUNS) };
}
