import { moveNamingContract } from '#shared/contract/move-naming.ts';
import { editorOf } from '../../editing/author.ts';
import { defineFeature } from '../../feature.ts';
import { CHANGES_TAGS } from '../../store/edits/edit-kinds.ts';
import { methodsOfPrompt } from '../prompts/index.ts';
import { estimateNaming, previewNaming } from './estimate.ts';
import { applyNaming, reportNaming } from './named-moves.ts';
import { namingJob } from './naming-job.ts';
import { NAMING_PROMPT, namingRuns, presentNaming } from './naming-runs.ts';
import { beginNaming, planNaming } from './start-naming.ts';

export const feature = defineFeature({
  contract: moveNamingContract,
  methods: {
    estimate: ({ input, project, signal }) => estimateNaming(project, input, signal),
    preview: ({ input, project }) => previewNaming(project, input),
    start: ({ input, project }) => {
      project.jobs.requireNoneAlone();
      const run = beginNaming(project, input);
      const title = `Naming the moves by ${input.namer.model}`;
      return { job: project.jobs.start(namingJob, title, { run }), run };
    },
    goOn: ({ input, project }) => namingRuns.goOn(project, input.run, input.limits, planNaming),
    runs: ({ project }) => {
      const standingOf = namingRuns.standings(project);
      const rows = namingRuns.list(project.database);
      return Promise.all(rows.map((row) => presentNaming(project.database, row, standingOf)));
    },
    report: ({ input, project }) => reportNaming(project, input.run),
    apply: ({ input, session }) => applyNaming(editorOf(session, input.reason), input.run),
    ...methodsOfPrompt(NAMING_PROMPT),
  },
  edits: { 'name-moves': CHANGES_TAGS },
  runs: [namingRuns.runKind],
  jobs: [namingJob],
  onOpen: namingRuns.endOrphans,
});
