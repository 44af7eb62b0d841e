import { DialogramError } from '#shared/contract/errors.ts';
import type { modelTaggingContract } from '#shared/contract/model-tagging.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Methods } from '../../feature.ts';
import type { Project, Session } from '../../project.ts';
import { updateRunParams } from '../../store/runs/run-table.ts';
import { estimateRun, previewRequest } from './estimate.ts';
import { listPrompts, resetPrompt, savePrompt } from './prompts.ts';
import { presentRuns, reportRun, resultsOf } from './report.ts';
import { hostOf, modelTaggingJob } from './run-job.ts';
import { type RunSettings, requireModelRun } from './run-settings.ts';
import { beginModelRun, checkSettings, jobOfRun } from './start-run.ts';

export function modelTaggingHandlers(methods: Methods<typeof modelTaggingContract>) {
  /** Resumes the job of a paused run, with settings changed first. */
  const goOn = (session: Session, run: RunId, change: Partial<RunSettings>) => {
    const project: Project = session.project();
    const { settings } = requireModelRun(project.database, run);
    const job = project.jobs.list().find(({ id }) => id === jobOfRun(project.database, run, true));
    if (!job || (job.state !== 'paused' && job.state !== 'failed')) {
      throw new DialogramError('INVALID', `Run ${run} is not paused; only a paused run can go on.`, {
        value: job?.state ?? 'ended',
        nextStep: job ? 'Pause it first.' : 'Begin a new run; answers that are there cost nothing again.',
      });
    }
    const changed = { ...settings, ...change };
    checkSettings(hostOf(session.project()), changed);
    updateRunParams(project.database, run, changed);
    project.jobs.resume(job.id);
    return { job: job.id };
  };
  return {
    prompts: methods.prompts.handler(({ context: { session } }) =>
      listPrompts(session.project().database, session.app.resources),
    ),
    savePrompt: methods.savePrompt.handler(({ input, context: { session } }) =>
      savePrompt(session.project().database, session.app.resources, input.name, input.text),
    ),
    resetPrompt: methods.resetPrompt.handler(({ input, context: { session } }) =>
      resetPrompt(session.project().database, session.app.resources, input.name),
    ),
    preview: methods.preview.handler(({ input, context: { session } }) =>
      previewRequest(hostOf(session.project()), input),
    ),
    estimate: methods.estimate.handler(({ input, context: { session }, signal }) =>
      estimateRun(hostOf(session.project()), input, signal),
    ),
    start: methods.start.handler(({ input, context: { session } }) => {
      const { jobs } = session.project();
      jobs.requireNoneAlone();
      const run = beginModelRun(hostOf(session.project()), input.settings);
      const title = `Tagging with ${input.settings.model}`;
      return { job: jobs.start(modelTaggingJob, title, { tagger: 'model', run }), run };
    }),
    goOn: methods.goOn.handler(({ input, context: { session } }) =>
      goOn(session, input.run, input.limits ?? {}),
    ),
    finish: methods.finish.handler(({ input, context: { session } }) =>
      goOn(session, input.run, { finishNow: true }),
    ),
    runs: methods.runs.handler(({ context: { session } }) => {
      const { database, jobs } = session.project();
      return presentRuns(database, jobs);
    }),
    report: methods.report.handler(({ input, context: { session } }) =>
      reportRun(hostOf(session.project()), session.project().jobs, input.run),
    ),
    results: methods.results.handler(({ input, context: { session } }) =>
      resultsOf(session.project().database, input.run, input.which, input.offset, input.limit),
    ),
  };
}
