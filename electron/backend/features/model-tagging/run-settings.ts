import { z } from 'zod';
import { dialogueIdSchema } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { modelTaggingSettingsSchema, promptNameSchema } from '#shared/contract/model-tagging.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../store/database.ts';

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
  readonly state: 'running' | 'done' | 'failed';
  readonly startedAt: string;
  readonly finishedAt: string | null;
}

interface RawRow {
  readonly run: RunId;
  readonly params: string;
  readonly state: ModelRunRow['state'];
  readonly startedAt: string;
  readonly finishedAt: string | null;
}

const COLUMNS = 'id AS run, params, state, started_at AS startedAt, finished_at AS finishedAt';
const OF_MODEL = `kind = 'tagging' AND params ->> '$.tagger' = 'model' AND params ->> '$.lastDialogue' IS NOT NULL`;

const toRow = ({ params, ...row }: RawRow): ModelRunRow => ({
  ...row,
  settings: runSettingsSchema.parse(JSON.parse(params)),
});

/** Runs of the model tagger in every state, newest first. */
export function listModelRuns(database: ReadDatabase): ModelRunRow[] {
  return database
    .prepare<[], RawRow>(`SELECT ${COLUMNS} FROM runs WHERE ${OF_MODEL} ORDER BY id DESC`)
    .all()
    .map(toRow);
}

/** @throws DialogramError NOT_FOUND */
export function requireModelRun(database: ReadDatabase, run: RunId): ModelRunRow {
  const row = database
    .prepare<[number], RawRow>(`SELECT ${COLUMNS} FROM runs WHERE id = ? AND ${OF_MODEL}`)
    .get(run);
  if (row) return toRow(row);
  throw new DialogramError('NOT_FOUND', `There is no run ${run} of the model tagger in this project.`, {
    value: String(run),
    nextStep: 'List the runs to see which there are.',
  });
}
