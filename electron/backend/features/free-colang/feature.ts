import { countWritten } from '#shared/algorithms/flows/colang/write-free.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { FREE_PROMPTS, freeColangContract } from '#shared/contract/free-colang.ts';
import { editorOf } from '../../editing/author.ts';
import { defineFeature } from '../../feature.ts';
import { keepCode } from '../flows/index.ts';
import { methodsOfPrompts } from '../prompts/index.ts';
import { freeJob } from './free-job.ts';
import { beginFree, estimateFree, planFree } from './free-questions.ts';
import { freeRuns, presentFree, programsOf } from './free-runs.ts';

export const feature = defineFeature({
  contract: freeColangContract,
  methods: {
    estimate: ({ input, project }) => estimateFree(project, input),
    start: ({ input, project }) => {
      project.jobs.requireNoneAlone();
      const run = beginFree(project, input);
      const title = `Writing Colang by ${input.writer.model}`;
      return { job: project.jobs.start(freeJob, title, { run }), run };
    },
    goOn: ({ input, project }) => freeRuns.goOn(project, input.run, input.limits, planFree),
    runs: ({ project }) => {
      const standingOf = freeRuns.standings(project);
      const rows = freeRuns.list(project.database);
      return Promise.all(rows.map((row) => presentFree(project.database, row, standingOf)));
    },
    report: ({ input: { run }, project: { database } }) => {
      freeRuns.require(database, run);
      const programs = programsOf(database, run);
      return { run, counts: countWritten(programs), programs };
    },
    apply: ({ input: { run, flow, trial, reason }, session }) => {
      const by = editorOf(session, reason);
      const { database } = by.project;
      const { params } = freeRuns.require(database, run);
      const own = programsOf(database, run).filter((one) => one.flow === flow);
      const found = own.find((one) => (trial === null ? one.valid : one.trial === trial));
      if (found?.code == null) {
        throw new DialogramError('NOT_FOUND', `The run has no program of the flow "${flow}" that parses.`, {
          value: flow,
          nextStep:
            own.length > 0
              ? 'Choose one by its trial and mend it, or write again.'
              : 'Choose a flow of the run.',
        });
      }
      return keepCode(by, flow, { text: found.code, by: params.writer.model, changed: false });
    },
    ...methodsOfPrompts(FREE_PROMPTS),
  },
  runs: [freeRuns.runKind],
  jobs: [freeJob],
  onOpen: freeRuns.endOrphans,
});
