import { z } from 'zod';
import { roleSchema, runIdSchema } from '#shared/contract/base.ts';
import { moveNamingSettingsSchema, type NamingRun } from '#shared/contract/move-naming.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { type LastingRun, lastingRuns } from '../../jobs/lasting-runs.ts';
import { accountOfRun } from '../../jobs/run-account.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { findAnyRun } from '../../store/runs/run-table.ts';

export const NAMING = 'move-naming';
export const NAMING_PROMPT = 'move-names';

/** Everything that shapes a naming run, as it is kept with the run. */
const paramsSchema = moveNamingSettingsSchema.extend({ moves: runIdSchema, promptVersion: z.int() });
export type NamingParams = z.infer<typeof paramsSchema>;
export type NamingRow = LastingRun<NamingParams>;

export const namingRuns = lastingRuns({
  kind: NAMING,
  words: 'naming run',
  keeps: 'answers',
  params: paramsSchema,
  settingsStay: true,
});

/** What a run that is done says; clusters by units of its run of moves. */
const outcomeSchema = z.object({
  state: z.literal('done'),
  seconds: z.number(),
  clusters: z.array(
    z.object({
      role: roleSchema,
      cut: z.int(),
      units: z.array(z.int()),
      own: z.string(),
      /** Null where the model left it out, gave no answer, or was not asked. */
      name: z.string().nullable(),
    }),
  ),
  /** Clusters that were asked about and got no name. */
  unnamed: z.int(),
  /** Requests without an answer, and those whose answer did not fit twice. */
  failed: z.int(),
  misread: z.int(),
});
export type NamingOutcome = z.infer<typeof outcomeSchema>;

/** Null while the run has not ended, and where it was cancelled. */
export const outcomeOf = (database: ReadDatabase, run: RunId): NamingOutcome | null =>
  outcomeSchema
    .nullable()
    .catch(null)
    .parse(findAnyRun(database, NAMING, run)?.result ?? null);

export async function presentNaming(
  database: ReadDatabase,
  row: NamingRow,
  standingOf: ReturnType<typeof namingRuns.standings>,
): Promise<NamingRun> {
  const outcome = outcomeOf(database, row.run);
  return {
    ...standingOf(row),
    settings: row.params,
    account: await accountOfRun(database, row.run),
    warnings: outcome ? warningsOf(outcome) : [],
  };
}

function warningsOf({ unnamed, failed, misread }: NamingOutcome): string[] {
  const warnings: string[] = [];
  const many = (count: number, what: string): string => (count === 1 ? `1 ${what}` : `${count} ${what}s`);
  if (failed > 0) warnings.push(`${many(failed, 'request')} got no answer.`);
  if (misread > 0) warnings.push(`${many(misread, 'answer')} did not fit, nor when asked for once more.`);
  if (unnamed > 0)
    warnings.push(`${many(unnamed, 'cluster')} got no name from the model and would keep the own name.`);
  return warnings;
}
