import { z } from 'zod';
import {
  FREE_PROMPTS,
  type FreeProgram,
  freeColangSettingsSchema,
  freeProgramSchema,
} from '#shared/contract/free-colang.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { lastingRuns } from '../../jobs/lasting-runs.ts';
import type { ReadDatabase } from '../../store/database.ts';

/** Everything that shapes a run, as stored with it. */
const paramsSchema = freeColangSettingsSchema.extend({
  flows: z.array(z.string()),
  prompts: z.array(z.int()).length(FREE_PROMPTS.length),
});
export type FreeParams = z.infer<typeof paramsSchema>;

export const freeRuns = lastingRuns({
  kind: 'free-colang',
  words: 'Colang run',
  keeps: 'answers',
  params: paramsSchema,
  outcome: z.object({ programs: z.array(freeProgramSchema) }),
});

/** None while the run has not ended, or if it was canceled. */
export const programsOf = (database: ReadDatabase, run: RunId): FreeProgram[] =>
  freeRuns.outcomeOf(database, run)?.programs ?? [];
