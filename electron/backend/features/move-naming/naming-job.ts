import { z } from 'zod';
import { runIdSchema } from '#shared/contract/base.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { JobContext, JobKind } from '../../jobs/job.ts';
import { askingHostOf, openRunAsking, pausedWhereStopped, workAndWrite } from '../../jobs/run-asking.ts';
import type { Project } from '../../project.ts';
import { finishRun } from '../../store/runs/run-table.ts';
import type { Cluster } from './clusters.ts';
import { askNames } from './naming-requests.ts';
import { NAMING, type NamingOutcome, namingRuns } from './naming-runs.ts';
import { type NamingPlan, planNaming } from './start-naming.ts';

/**
 * Asks for the names of all clusters, within the run's budget. Nothing but answers is kept until all have come: they are
 * in the project's cache, so that a run that was killed asks for none of them again.
 * @throws JobPause where the budget is reached or the server cannot be asked
 */
async function runNaming(
  project: Project,
  { run }: { readonly run: RunId },
  context: JobContext,
): Promise<{ run: RunId }> {
  const { database } = project;
  const { params, startedAt } = namingRuns.require(database, run);
  const plan = planNaming(project, params);
  const found = await pausedWhereStopped(askForAll(project, run, plan, context));
  const asked = plan.roles.reduce((sum, role) => sum + role.asked.length, 0);
  finishRun(database, run, new Date().toISOString(), {
    state: 'done',
    seconds: (Date.now() - Date.parse(startedAt)) / 1000,
    clusters: plan.clusters.map((cluster) => ({
      role: cluster.role,
      cut: cluster.cut,
      units: [...cluster.units],
      own: cluster.own,
      name: found.names.get(cluster) ?? null,
    })),
    unnamed: asked - found.names.size,
    failed: found.failed,
    misread: found.misread,
  } satisfies NamingOutcome);
  return { run };
}

/** The requests of a role follow each other, since each shows the names given so far; the roles go side by side. */
async function askForAll(
  project: Project,
  run: RunId,
  { roles, write, params }: NamingPlan,
  context: JobContext,
) {
  const open = await openRunAsking(askingHostOf(project), run, params, context.signal);
  const { asker } = await open(params.namer);
  const names = new Map<Cluster, string>();
  let [done, failed, misread] = [0, 0, 0];
  const total = roles.reduce((sum, { requests }) => sum + requests.length, 0);
  const report = (): void => context.report({ phase: 'asking for names', done, total, unit: 'requests' });
  report();
  const left = [...roles].reverse();
  await workAndWrite(
    roles.length,
    () => left.pop() ?? null,
    async ({ names: given, requests }) => {
      const known = new Set(given);
      for (const make of requests) {
        context.signal.throwIfAborted();
        const answered = await askNames(write, make(), [...known], async (question) => {
          const outcome = await asker.ask(question);
          return outcome.kind === 'answer' ? outcome.answer.text : null;
        });
        if (answered === null) failed++;
        else if (answered.problem !== null) misread++;
        for (const [cluster, name] of answered?.names ?? []) {
          names.set(cluster, name);
          known.add(name);
        }
        done++;
        report();
      }
    },
    () => {},
  );
  return { names, failed, misread };
}

export const namingJob: JobKind<Project, { run: RunId }> = {
  kind: NAMING,
  params: z.object({ run: runIdSchema }),
  topics: ['namings'],
  meanwhile: ['namings'],
  run: runNaming,
  lane: () => 'provider',
  onCancelled: ({ database }, { run }) => namingRuns.end(database, run, 'cancelled'),
};
