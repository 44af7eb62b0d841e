import { z } from 'zod';
import { roleSchema, runIdSchema } from '#shared/contract/base.ts';
import { moveNamingSettingsSchema } from '#shared/contract/move-naming.ts';
import { type LastingRun, lastingRuns } from '../../jobs/lasting-runs.ts';
import type { ReadDatabase } from '../../store/database.ts';

export const NAMING_PROMPT = 'move-names';

/** Everything that shapes a naming run, as stored with the run. */
const paramsSchema = moveNamingSettingsSchema.extend({ moves: runIdSchema, promptVersion: z.int() });
export type NamingParams = z.infer<typeof paramsSchema>;

/** The result of a finished run; clusters are given by units of its run of moves. */
const outcomeSchema = z.object({
  clusters: z.array(
    z.object({
      role: roleSchema,
      cut: z.int(),
      units: z.array(z.int()),
      own: z.string(),
      /** Null if the model left it out, gave no answer, or was not asked. */
      name: z.string().nullable(),
    }),
  ),
  /** Clusters that were sent and got no name. */
  unnamed: z.int(),
  /** Requests without an answer, and those whose answer did not fit twice. */
  failed: z.int(),
  misread: z.int(),
});
export type NamingOutcome = z.infer<typeof outcomeSchema>;

export const namingRuns = lastingRuns({
  kind: 'move-naming',
  words: 'naming run',
  keeps: 'answers',
  params: paramsSchema,
  outcome: outcomeSchema,
  settingsStay: true,
});

export function warningsOf(database: ReadDatabase, { run }: LastingRun<NamingParams>) {
  const outcome = namingRuns.outcomeOf(database, run);
  const warnings: string[] = [];
  if (!outcome) return { warnings };
  const { unnamed, failed, misread } = outcome;
  const many = (count: number, what: string): string => (count === 1 ? `1 ${what}` : `${count} ${what}s`);
  if (failed > 0) warnings.push(`${many(failed, 'request')} got no answer.`);
  if (misread > 0) warnings.push(`${many(misread, 'answer')} could not be used, even after a second try.`);
  if (unnamed > 0)
    warnings.push(`${many(unnamed, 'cluster')} got no name from the model and would keep the own name.`);
  return { warnings };
}
