import type { judgingContract } from '#shared/contract/judging.ts';
import type { Methods } from '../../feature.ts';
import { targetOf } from '../../output/target.ts';
import { askReading } from '../../workers/reading-worker.ts';
import { presentPrompt, resetPrompt, savePrompt } from '../prompts/index.ts';
import { estimateJudging, previewQuestion } from './estimate.ts';
import { JUDGE_PROMPT } from './judge-request.ts';
import { readJudgedPairs } from './judged-pairs.ts';
import type { JudgingFigures } from './judging-figures.worker.ts';
import { judgingJob } from './judging-job.ts';
import { judgingRuns, listJudgingRuns, presentJudging } from './judging-runs.ts';
import { beginJudging, checkedJudging } from './start-judging.ts';

const work = askReading<JudgingFigures>(new URL('./judging-figures.worker.ts', import.meta.url));

export function judgingHandlers(judging: Methods<typeof judgingContract>) {
  return {
    estimate: judging.estimate.handler(({ input, context, signal }) =>
      estimateJudging(context.session.project(), input, signal),
    ),
    question: judging.question.handler(({ input, context }) =>
      previewQuestion(context.session.project(), input),
    ),
    start: judging.start.handler(({ input, context: { session } }) => {
      const { jobs } = session.project();
      jobs.requireNoneAlone();
      const { run } = beginJudging(session.project(), input);
      const title = `Judging batch run ${input.batch} by ${input.judge.model}`;
      return { job: jobs.start(judgingJob, title, { run }), run };
    }),
    goOn: judging.goOn.handler(({ input, context: { session } }) =>
      judgingRuns.goOn(session.project(), input.run, input.limits, checkedJudging),
    ),
    runs: judging.runs.handler(async ({ input, context: { session } }) => {
      const project = session.project();
      const standingOf = judgingRuns.standings(project);
      const rows = listJudgingRuns(project.database, input.batch);
      return Promise.all(rows.map((row) => presentJudging(project.database, row, standingOf)));
    }),
    pairs: judging.pairs.handler(({ input, context: { session } }) =>
      readJudgedPairs(session.project().database, input),
    ),
    summary: judging.summary.handler(({ input, context: { session }, signal }) => {
      const { database, path } = session.project();
      judgingRuns.require(database, input.run);
      return work('summary', path, input, signal);
    }),
    table: judging.table.handler(({ input, context: { session }, signal }) =>
      work('table', session.project().path, input, signal),
    ),
    export: judging.export.handler(({ input, context: { session }, signal }) => {
      const { database, path } = session.project();
      judgingRuns.require(database, input.run);
      return work('export', path, { ...input, out: targetOf(session, input) }, signal);
    }),
    prompt: judging.prompt.handler(({ context }) => {
      const project = context.session.project();
      return presentPrompt(project.database, project.app.resources, JUDGE_PROMPT);
    }),
    savePrompt: judging.savePrompt.handler(({ input, context }) => {
      const project = context.session.project();
      return savePrompt(project.database, project.app.resources, JUDGE_PROMPT, input.text);
    }),
    resetPrompt: judging.resetPrompt.handler(({ context }) => {
      const project = context.session.project();
      return resetPrompt(project.database, project.app.resources, JUDGE_PROMPT);
    }),
  };
}
