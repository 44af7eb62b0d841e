import { moveNamingContract } from '#shared/contract/move-naming.ts';
import { editorOf } from '../../editing/author.ts';
import { defineFeature } from '../../feature.ts';
import { CHANGES_TAGS } from '../../store/edits/log/edit-kinds.ts';
import { methodsOfPrompt } from '../prompts/index.ts';
import { estimateNaming, previewNaming } from './estimate.ts';
import { applyNaming, reportNaming } from './named-moves.ts';
import { namingJob } from './naming-job.ts';
import { NAMING_PROMPT, namingRuns, warningsOf } from './naming-runs.ts';
import { planNaming } from './start-naming.ts';

export const feature = defineFeature({
  contract: moveNamingContract,
  methods: {
    estimate: ({ input, project, signal }) => estimateNaming(project, input, signal),
    preview: ({ input, project }) => previewNaming(project, input),
    start: ({ input, project }) =>
      namingRuns.start(project, namingJob, `Naming the moves by ${input.namer.model}`, () =>
        planNaming(project, input),
      ),
    goOn: ({ input, project }) => namingRuns.goOn(project, input.run, input.limits, planNaming),
    runs: ({ project }) => namingRuns.presented(project, warningsOf),
    report: ({ input, project }) => reportNaming(project, input.run),
    apply: ({ input, session }) => applyNaming(editorOf(session, input.reason), input.run),
    ...methodsOfPrompt(NAMING_PROMPT),
  },
  edits: { 'name-moves': CHANGES_TAGS },
  runs: [namingRuns.runKind],
  jobs: [namingJob],
  onOpen: namingRuns.endOrphans,
});
