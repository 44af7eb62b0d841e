import { DialogramError } from '#shared/contract/errors.ts';
import type { TaggerName, TaggingRun } from '#shared/contract/tagging.ts';
import type { RoundId, RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';
import { type EffectiveTags, effectiveTagReader } from '../tags/round-tags.ts';
import { readVocabulary } from '../tags/tag-table.ts';
import { findRun, latestRun, listRuns, type RunRow } from './run-table.ts';

const toTaggingRun = (run: RunRow): TaggingRun => {
  const result = run.result as { utterancesTagged: number; vocabulary: number };
  return {
    id: run.id,
    tagger: run.params.tagger as TaggerName,
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    utterancesTagged: result.utterancesTagged,
    vocabulary: result.vocabulary,
    params: run.params,
    inputFingerprint: run.inputFingerprint,
  };
};

export const taggingRuns = (database: ReadDatabase): TaggingRun[] =>
  listRuns(database, 'tagging').map(toTaggingRun);

/** The asked run, or the latest; null where the project has none and none was asked for. */
export function findTaggingRun(database: ReadDatabase, run: RunId | null): TaggingRun | null {
  const row = run === null ? latestRun(database, 'tagging') : findRun(database, 'tagging', run);
  if (row) return toTaggingRun(row);
  if (run === null) return null;
  throw new DialogramError('NOT_FOUND', `There is no tagging run ${run} in this project.`, {
    value: String(run),
    nextStep: 'List the runs to see which there are.',
  });
}

export function requireTaggingRun(database: ReadDatabase, run: RunId | null): TaggingRun {
  const found = findTaggingRun(database, run);
  if (found) return found;
  throw new DialogramError('NOT_FOUND', 'Nothing has been tagged yet.', {
    nextStep: 'Tag the dialogues first.',
  });
}

/** Reads the tags of rounds by the asked run (or the latest), with people's decisions over them. */
export function tagReaderFor(database: ReadDatabase, run: RunId | null): (round: RoundId) => EffectiveTags {
  const found = findTaggingRun(database, run);
  return effectiveTagReader(database, found, readVocabulary(database));
}
