import type { RunId } from '#shared/domain/ids.ts';
import type { JobContext } from '../../jobs/job.ts';
import { askingHostOf, openRunAsking, workAndWrite } from '../../jobs/run-asking.ts';
import type { Project } from '../../project.ts';
import type { Cluster } from './clusters.ts';
import { askNames } from './naming-requests.ts';
import { namingRuns } from './naming-runs.ts';
import { type NamingPlan, planNaming } from './start-naming.ts';

/**
 * Asks for the names of all clusters, within the run's budget. Until all have come, only answers are kept.
 * They are in the project's cache, so a killed run asks for none of them again.
 * @throws JobPause if the budget is reached or the server cannot be asked
 */
export const namingJob = namingRuns.askingJob('namings', async (project, run, context) => {
  const plan = planNaming(project, namingRuns.require(project.database, run).params);
  const { names, failed, misread } = await askForAll(project, run, plan, context);
  const asked = plan.roles.reduce((sum, role) => sum + role.asked.length, 0);
  return {
    clusters: plan.clusters.map((cluster) => ({
      role: cluster.role,
      cut: cluster.cut,
      units: [...cluster.units],
      own: cluster.own,
      name: names.get(cluster) ?? null,
    })),
    unnamed: asked - names.size,
    failed,
    misread,
  };
});

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
