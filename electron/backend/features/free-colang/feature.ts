import { countWritten } from '#shared/algorithms/flows/colang/write-free.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { FREE_PROMPTS, freeColangContract } from '#shared/contract/free-colang.ts';
import { editorOf } from '../../editing/author.ts';
import { defineFeature } from '../../feature.ts';
import { keepCode } from '../flows/index.ts';
import { methodsOfPrompts } from '../prompts/index.ts';
import { freeJob } from './free-job.ts';
import { estimateFree, planFree } from './free-questions.ts';
import { freeRuns, programsOf } from './free-runs.ts';

export const feature = defineFeature({
  contract: freeColangContract,
  methods: {
    estimate: ({ input, project }) => estimateFree(project, input),
    start: ({ input, project }) =>
      freeRuns.start(project, freeJob, `Writing Colang by ${input.writer.model}`, () =>
        planFree(project, input),
      ),
    goOn: ({ input, project }) => freeRuns.goOn(project, input.run, input.limits, planFree),
    runs: ({ project }) =>
      freeRuns.presented(project, (database, { run }) => {
        const missing = programsOf(database, run).filter(({ code }) => code === null).length;
        return { warnings: missing === 0 ? [] : [`${missing} programs got no answer.`] };
      }),
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
        throw new DialogramError('NOT_FOUND', `The run has no valid program for the flow "${flow}".`, {
          value: flow,
          nextStep:
            own.length > 0
              ? 'Choose a program and fix it by hand, or let the model write again.'
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
