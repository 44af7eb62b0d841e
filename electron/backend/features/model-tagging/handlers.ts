import type { modelTaggingContract } from '#shared/contract/model-tagging.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Methods } from '../../feature.ts';
import type { Session } from '../../project.ts';
import { estimateRun, previewRequest } from './estimate.ts';
import { hostOf } from './host.ts';
import { listPrompts, resetPrompt, savePrompt } from './prompts.ts';
import { presentRuns, reportRun, resultsOf } from './report.ts';
import { modelTaggingJob } from './run-job.ts';
import { modelRuns, type RunSettings } from './run-settings.ts';
import { beginModelRun, checkSettings } from './start-run.ts';

export function modelTaggingHandlers(methods: Methods<typeof modelTaggingContract>) {
  const goOn = (session: Session, run: RunId, change?: Partial<RunSettings>) =>
    modelRuns.goOn(session.project(), run, change, (project, changed) =>
      checkSettings(hostOf(project), changed),
    );
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
    goOn: methods.goOn.handler(({ input, context: { session } }) => goOn(session, input.run, input.limits)),
    finish: methods.finish.handler(({ input, context: { session } }) =>
      goOn(session, input.run, { finishNow: true }),
    ),
    runs: methods.runs.handler(({ context: { session } }) => presentRuns(session.project())),
    report: methods.report.handler(({ input, context: { session } }) =>
      reportRun(session.project(), input.run),
    ),
    results: methods.results.handler(({ input, context: { session } }) =>
      resultsOf(session.project().database, input.run, input.which, input.offset, input.limit),
    ),
  };
}
