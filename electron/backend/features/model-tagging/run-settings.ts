import { z } from 'zod';
import { dialogueIdSchema } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { modelTaggingSettingsSchema, promptNameSchema } from '#shared/contract/model-tagging.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { allRuns, findAnyRun, type RunRow } from '../../store/runs/run-table.ts';

/** Everything that shapes a run of the model tagger, as it is kept with the run. */
export const runSettingsSchema = modelTaggingSettingsSchema.extend({
  tagger: z.literal('model'),
  /** As they were when the run began; the cache goes by the address. */
  providerName: z.string(),
  baseUrl: z.string(),
  prompt: z.object({ name: promptNameSchema, version: z.int().positive() }),
  masked: z.boolean(),
  /** The tags offered, most frequent first; after a pilot with its own. */
  vocabulary: z.array(z.string()),
  /** Dialogues that are imported later are not part of the run. */
  lastDialogue: dialogueIdSchema,
  /** The pilot is tagged; what follows is the rest. */
  pilotDone: z.boolean(),
  /** End with what there is. */
  finishNow: z.boolean(),
});
export type RunSettings = z.infer<typeof runSettingsSchema>;

export interface ModelRunRow {
  readonly run: RunId;
  readonly settings: RunSettings;
  readonly state: RunRow['state'];
  readonly startedAt: string;
  readonly finishedAt: string | null;
}

/** Null for a run of another tagger, and for one of the time before runs kept how far they are to go. */
const toModelRun = ({ id: run, params, state, startedAt, finishedAt }: RunRow): ModelRunRow | null =>
  params.tagger === 'model' && params.lastDialogue !== undefined
    ? { run, settings: runSettingsSchema.parse(params), state, startedAt, finishedAt }
    : null;

/** Runs of the model tagger in every state, newest first. */
export const listModelRuns = (database: ReadDatabase): ModelRunRow[] =>
  allRuns(database, 'tagging').flatMap((row) => toModelRun(row) ?? []);

/** @throws DialogramError NOT_FOUND */
export function requireModelRun(database: ReadDatabase, run: RunId): ModelRunRow {
  const found = findAnyRun(database, 'tagging', run);
  const row = found && toModelRun(found);
  if (row) return row;
  throw new DialogramError('NOT_FOUND', `There is no run ${run} of the model tagger in this project.`, {
    value: String(run),
    nextStep: 'List the runs to see which there are.',
  });
}
