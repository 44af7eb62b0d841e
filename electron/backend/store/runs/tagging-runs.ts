import { z } from 'zod';
import { runIdSchema } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { type TaggingRun, taggerSchema, tagsAreMoves } from '#shared/contract/tagging.ts';
import type { RunId, TurnId } from '#shared/domain/ids.ts';
import { runInForce } from '#shared/domain/run-in-force.ts';
import { countDialogues } from '../corpus/dialogue-table.ts';
import type { ReadDatabase } from '../database.ts';
import { countOf } from '../statements.ts';
import { readVocabulary } from '../tags/tag-table.ts';
import { type EffectiveTags, effectiveTagReader } from '../tags/turn-tags.ts';
import { findRun, listRuns, NEWEST_FIRST, type RunRow } from './run-table.ts';

/** The number of dialogues with tags of a run; for older runs, of all dialogues or those that the model answered. */
const TAGGED = `coalesce(result ->> '$.dialoguesTagged', nullif((SELECT count(*) FROM run_dialogues d
  WHERE d.run_id = runs.id AND d.outcome <> 'failed'), 0), @all)`;

const resultSchema = z.object({ utterancesTagged: z.int(), vocabulary: z.int() });

const toTaggingRun = (database: ReadDatabase, run: RunRow): TaggingRun => {
  const { utterancesTagged, vocabulary } = resultSchema.parse(run.result);
  const all = countDialogues(database);
  const tagged = countOf(database, `SELECT ${TAGGED} FROM runs WHERE id = @run`, { run: run.id, all });
  return {
    id: run.id,
    tagger: taggerSchema.parse(run.params.tagger),
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    utterancesTagged,
    vocabulary,
    dialogues: { tagged: Math.min(tagged, all), all },
    params: run.params,
    inputFingerprint: run.inputFingerprint,
  };
};

export const taggingRuns = (database: ReadDatabase): TaggingRun[] =>
  listRuns(database, 'tagging').map((run) => toTaggingRun(database, run));

function taggingRunInForce(database: ReadDatabase): RunId | null {
  const all = countDialogues(database);
  const rows = database
    .prepare<unknown[], { id: RunId; tagged: number }>(
      `SELECT id, ${TAGGED} AS tagged FROM runs WHERE kind = 'tagging' AND state = 'done' ${NEWEST_FIRST}`,
    )
    .iterate({ all });
  return runInForce(rows, ({ tagged }) => ({ tagged, all }))?.id ?? null;
}

export function findTaggingRun(database: ReadDatabase, run: RunId | null): TaggingRun | null {
  const id = run ?? taggingRunInForce(database);
  const row = id && findRun(database, 'tagging', id);
  if (row) return toTaggingRun(database, row);
  if (run === null) return null;
  throw new DialogramError('NOT_FOUND', `There is no tagging run ${run} in this project.`, {
    value: String(run),
    nextStep: 'List the runs to find the right one.',
  });
}

export function requireTaggingRun(database: ReadDatabase, run: RunId | null): TaggingRun {
  const found = findTaggingRun(database, run);
  if (found) return found;
  throw new DialogramError('NOT_FOUND', 'Nothing has been tagged yet.', {
    nextStep: 'Tag the dialogues first.',
  });
}

/**
 * Returns the run of words whose tags rank examples; null if the run's own tags do. Moves are too coarse to rank
 * examples.
 */
export function rankingRun(database: ReadDatabase, run: TaggingRun): TaggingRun | null {
  const words = wordsOf(database, run);
  return words === null ? null : requireTaggingRun(database, words);
}

export function wordsOf(database: ReadDatabase, { tagger, params }: TaggingRun): RunId | null {
  const words = tagsAreMoves(tagger) ? runIdSchema.safeParse(params.words).data : undefined;
  return words === undefined ? null : (findRun(database, 'tagging', words)?.id ?? null);
}

/** Returns a function that reads a turn's tags in the requested or current run, after people's decisions. */
export function tagReaderFor(database: ReadDatabase, run: RunId | null): (turn: TurnId) => EffectiveTags {
  const found = findTaggingRun(database, run);
  return effectiveTagReader(database, found, readVocabulary(database));
}

export function tagNamesFor(database: ReadDatabase, run: RunId | null): (turn: TurnId) => string[] {
  const read = tagReaderFor(database, run);
  return (turn) => read(turn).tags.map(({ name }) => name);
}
