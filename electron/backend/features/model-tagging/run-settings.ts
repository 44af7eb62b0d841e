import { z } from 'zod';
import { dialogueIdSchema } from '#shared/contract/base.ts';
import { modelTaggingSettingsSchema, promptNameSchema } from '#shared/contract/model-tagging.ts';
import { type LastingRun, lastingRuns } from '../../jobs/lasting-runs.ts';
import { abandonRun } from '../../store/runs/model-tagging-table.ts';

/** Everything that shapes a run of the model tagger, as stored with the run. */
const runSettingsSchema = modelTaggingSettingsSchema.extend({
  tagger: z.literal('model'),
  /** Values from the start of the run; the cache uses the address. */
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
  /** Ends with the results so far. */
  finishNow: z.boolean(),
});
export type RunSettings = z.infer<typeof runSettingsSchema>;

export type ModelRunRow = LastingRun<RunSettings>;

export const modelRuns = lastingRuns({
  kind: 'tagging',
  words: 'run',
  whose: ' of the model tagger',
  keeps: 'answers',
  params: runSettingsSchema,
  // Not those from before runs stored how far they should go.
  isOwn: ({ tagger, lastDialogue }) => tagger === 'model' && lastDialogue !== undefined,
  tagger: 'model',
  outcome: z.object({ warnings: z.array(z.string()) }),
  end: abandonRun,
});
