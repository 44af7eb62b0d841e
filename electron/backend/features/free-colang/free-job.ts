import type { FreeProgram } from '#shared/contract/free-colang.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { JobContext } from '../../jobs/job.ts';
import { askingHostOf, openRunAsking, workAndWrite } from '../../jobs/run-asking.ts';
import type { Project } from '../../project.ts';
import { type FreePlan, planFree } from './free-questions.ts';
import { freeRuns } from './free-runs.ts';

/**
 * Lets the model write all programs, within the run's budget. Answers are in the project's cache, so a killed
 * run asks for none of them again.
 * @throws JobPause if the budget is reached or the server cannot be asked
 */
export const freeJob = freeRuns.askingJob('freeColang', async (project, run, context) => {
  const plan = planFree(project, freeRuns.require(project.database, run).params);
  return { programs: await writeAll(project, run, plan, context) };
});

async function writeAll(
  project: Project,
  run: RunId,
  { params, flows, write }: FreePlan,
  context: JobContext,
): Promise<FreeProgram[]> {
  const open = await openRunAsking(askingHostOf(project), run, params, context.signal);
  const { asker, atOnce } = await open(params.writer);
  const items = flows.flatMap((flow) =>
    Array.from({ length: params.trials }, (_, at) => ({ flow, trial: at + 1 })),
  );
  const programs = new Map<(typeof items)[number], FreeProgram>();
  const report = (): void =>
    context.report({ phase: 'writing', done: programs.size, total: items.length, unit: 'programs' });
  report();
  const left = items.toReversed();
  await workAndWrite(
    atOnce,
    () => left.pop() ?? null,
    async (item) => {
      const { refined, ...written } = await write(item.flow, item.trial, async (question) => {
        context.signal.throwIfAborted();
        const outcome = await asker.ask(question);
        return outcome.kind === 'answer' ? outcome.answer.text : null;
      });
      programs.set(item, { flow: item.flow.name, trial: item.trial, ...written, refined: [...refined] });
      report();
    },
    () => {},
  );
  return items.flatMap((item) => programs.get(item) ?? []);
}
