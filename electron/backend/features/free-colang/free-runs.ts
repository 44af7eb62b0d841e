import { z } from 'zod';
import {
  FREE_PROMPTS,
  type FreeProgram,
  type FreeRun,
  freeColangSettingsSchema,
  freeProgramSchema,
} from '#shared/contract/free-colang.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { type LastingRun, lastingRuns } from '../../jobs/lasting-runs.ts';
import { accountOfRun } from '../../jobs/run-account.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { findAnyRun } from '../../store/runs/run-table.ts';

export const FREE_COLANG = 'free-colang';

/** Everything that shapes a run, as it is kept with it. */
const paramsSchema = freeColangSettingsSchema.extend({
  flows: z.array(z.string()),
  prompts: z.array(z.int()).length(FREE_PROMPTS.length),
});
export type FreeParams = z.infer<typeof paramsSchema>;

export const freeRuns = lastingRuns({
  kind: FREE_COLANG,
  words: 'Colang run',
  keeps: 'answers',
  params: paramsSchema,
});

const outcomeSchema = z.object({
  state: z.literal('done'),
  seconds: z.number(),
  programs: z.array(freeProgramSchema),
});
export type FreeOutcome = z.infer<typeof outcomeSchema>;

/** None while the run has not ended, and where it was cancelled. */
export const programsOf = (database: ReadDatabase, run: RunId): FreeProgram[] =>
  outcomeSchema
    .nullable()
    .catch(null)
    .parse(findAnyRun(database, FREE_COLANG, run)?.result ?? null)?.programs ?? [];

export async function presentFree(
  database: ReadDatabase,
  row: LastingRun<FreeParams>,
  standingOf: ReturnType<typeof freeRuns.standings>,
): Promise<FreeRun> {
  const missing = programsOf(database, row.run).filter(({ code }) => code === null).length;
  return {
    ...standingOf(row),
    settings: row.params,
    account: await accountOfRun(database, row.run),
    warnings: missing === 0 ? [] : [`${missing} programs got no answer.`],
  };
}
