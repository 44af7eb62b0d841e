import { modelTaggingContract, promptNameSchema } from '#shared/contract/model-tagging.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { defineFeature } from '../../feature.ts';
import type { Session } from '../../project.ts';
import { go, type PurgedTables, stay, withRun } from '../../store/purge/purge-rules.ts';
import { methodsOfPrompts } from '../prompts/index.ts';
import { estimateRun, previewRequest } from './estimate.ts';
import { hostOf } from './host.ts';
import { checkPrompt } from './prompts.ts';
import { presentRuns, reportRun, resultsOf } from './report.ts';
import { modelTaggingJob } from './run-job.ts';
import { modelRuns, type RunSettings } from './run-settings.ts';
import { checkSettings, planModelRun } from './start-run.ts';

const goOn = (session: Session, run: RunId, change?: Partial<RunSettings>) =>
  modelRuns.goOn(session.project(), run, change, (project, changed) =>
    checkSettings(hostOf(project), changed),
  );

const tables = {
  run_flags: withRun(go('round', 'round_id', 'run_id round_id reason')),
  run_dialogues: withRun(go('dialogue', 'dialogue_id', 'run_id dialogue_id message', 'outcome')),
  provider_batches: stay(
    "The provider's names of its files; the words are with the provider.",
    'id run_id provider remote_id input_file output_file error_file state requests submitted_at finished_at',
  ),
} satisfies PurgedTables;

export const feature = defineFeature({
  contract: modelTaggingContract,
  methods: {
    ...methodsOfPrompts(promptNameSchema.options, checkPrompt),
    preview: ({ input, project }) => previewRequest(hostOf(project), input),
    estimate: ({ input, project, signal }) => estimateRun(hostOf(project), input, signal),
    start: ({ input, project }) =>
      modelRuns.start(project, modelTaggingJob, `Tagging with ${input.settings.model}`, () =>
        planModelRun(hostOf(project), input.settings),
      ),
    goOn: ({ input, session }) => goOn(session, input.run, input.limits),
    finish: ({ input, session }) => goOn(session, input.run, { finishNow: true }),
    runs: ({ project }) => presentRuns(project),
    report: ({ input, project }) => reportRun(project, input.run),
    results: ({ input, project }) =>
      resultsOf(project.database, input.run, input.which, input.offset, input.limit),
  },
  tables,
  runs: [modelRuns.runKind],
  jobs: [modelTaggingJob],
  onOpen: modelRuns.endOrphans,
});
