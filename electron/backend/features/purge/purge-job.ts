import { z } from 'zod';
import { DialogramError } from '#shared/contract/errors.ts';
import { type PurgeResult, purgeInputSchema } from '#shared/contract/purge.ts';
import { breathe } from '../../jobs/breathe.ts';
import type { JobContext } from '../../jobs/runner.ts';
import { corpusFingerprint } from '../../store/corpus-table.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { bumpVersion } from '../../store/meta-table.ts';
import { purgeCases } from '../../store/purge-cases.ts';
import { purgeEdits } from '../../store/purge-edits.ts';
import { purgeModel } from '../../store/purge-model.ts';
import { clearPartlyPurged, deletePurgedRows, purgeJobs } from '../../store/purge-rows.ts';
import { purgeRuns, trimRuns } from '../../store/purge-runs.ts';
import type { PurgedRows } from '../../store/purge-selection.ts';
import { purgeTags, purgeVocabulary } from '../../store/purge-tags.ts';
import { purgeVotes } from '../../store/purge-votes.ts';
import { readMentions } from '../../store/purge-words.ts';
import { type PurgePlan, planPurge, selectRows, stateOf } from './plan-purge.ts';
import { divideOriginals } from './purge-files.ts';
import { finishPurge, noteUnfinished, unfinishedPurge } from './unfinished-purge.ts';

/** What a purge works on: the project, and a way to drop what of it is in memory. */
export interface PurgedProject {
  readonly database: WriteDatabase;
  readonly path: string;
  forget(): Promise<void>;
}

/** What the job is asked for: the selection, and where uploads lie. */
export const purgeParamsSchema = purgeInputSchema.extend({ workspace: z.string() });
type PurgeParams = z.infer<typeof purgeParamsSchema>;

/** Tags that change while the words are read are read again; nobody changes them this often. */
const MOST_ATTEMPTS = 5;

/**
 * Removes for good. One transaction takes everything out of the tables and notes what is left to do; then the file is
 * rewritten, so that no free page keeps a word, and the files beside it go. Killed before the transaction ended,
 * nothing was done; after it, opening the project does the rest. It can be cancelled until the transaction begins.
 */
export async function runPurge(
  project: PurgedProject,
  params: unknown,
  context: JobContext,
): Promise<PurgeResult> {
  const { database, path } = project;
  const report = (phase: string): void => context.report({ phase, done: 0, total: null, unit: 'dialogues' });
  if (unfinishedPurge(database) === null) {
    await removeRows(database, purgeParamsSchema.parse(params), context);
  }
  report('rewriting the file');
  await project.forget();
  await breathe();
  const result = finishPurge(database, path, report);
  if (result === null) throw new Error('The purge left no note of what it has to finish.');
  return result;
}

/** The first half of a purge: all rows, in one transaction. */
export async function removeRows(
  database: WriteDatabase,
  params: PurgeParams,
  context: JobContext,
): Promise<void> {
  const pause = async (done: number, total: number): Promise<void> => {
    context.report({ phase: 'reading the words', done, total, unit: 'dialogues' });
    await breathe();
    context.signal.throwIfAborted();
  };
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const purged = selectRows(database, params);
    try {
      requireExpected(purged, params.expected);
      const before = stateOf(database);
      const mentions = await readMentions(database, purged, pause);
      if (before !== stateOf(database)) continue;
      removeAll(database, purged, planPurge(database, purged, mentions), params, context);
      return;
    } finally {
      purged.drop();
    }
  }
  throw new DialogramError('BUSY', 'The project kept changing while its words were read.', {
    nextStep: 'Purge again once nobody edits it.',
  });
}

/** @throws INVALID where another number of dialogues would go than was shown */
export function requireExpected({ counts }: PurgedRows, expected: number): void {
  if (counts.dialogues === expected) return;
  throw new DialogramError(
    'INVALID',
    `${counts.dialogues} dialogues would be purged, not the ${expected} that were shown.`,
    { value: String(expected), nextStep: 'Look at what would go once more, and confirm that.' },
  );
}

function removeAll(
  database: WriteDatabase,
  purged: PurgedRows,
  plan: PurgePlan,
  params: PurgeParams,
  context: JobContext,
): void {
  const { mentions, tags, edits, runs, model } = plan;
  const uploads = divideOriginals(plan.paths, params.workspace).uploads.map((file) => file.path);
  database.pragma('secure_delete = ON');
  // Children and parents go table by table, and a check of every reference at every row would read whole tables.
  database.pragma('foreign_keys = OFF');
  try {
    database.transaction(() => {
      const fingerprintBefore = corpusFingerprint(database);
      purgeVocabulary(database, purged);
      purgeRuns(database, runs);
      purgeModel(database, purged, model, mentions);
      purgeCases(database, plan.cases);
      purgeVotes(database, plan.pairs, mentions);
      clearPartlyPurged(database, purged);
      deletePurgedRows(database, purged);
      purgeEdits(database, edits, mentions);
      purgeTags(database, tags, mentions);
      trimRuns(database, fingerprintBefore, mentions);
      purgeJobs(database, context.jobId);
      bumpVersion(database, 'corpus_version');
      bumpVersion(database, 'edit_version');
      noteUnfinished(database, {
        job: context.jobId,
        backups: params.backups,
        files: params.uploads ? uploads : [],
        result: {
          dialogues: purged.counts.dialogues,
          utterances: purged.counts.utterances,
          tags: tags.gone.size,
          edits: edits.gone.length,
          automata: runs.automata.length,
          filesRemoved: 0,
          filesLeft: params.uploads ? 0 : uploads.length,
          warnings: [],
        },
      });
      const dangling = database.pragma('foreign_key_check') as unknown[];
      if (dangling.length > 0)
        throw new Error(`The purge would leave ${dangling.length} dangling references.`);
    })();
  } finally {
    database.pragma('foreign_keys = ON');
  }
}
