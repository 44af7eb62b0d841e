import { type JudgingSettings, judgingContract } from '#shared/contract/judging.ts';
import { defineFeature } from '../../feature.ts';
import { targetOf } from '../../output/target.ts';
import { go, type PurgedTables } from '../../store/purge/purge-rows.ts';
import { readInThread } from '../../workers/in-thread.ts';
import { batchRuns } from '../batch/index.ts';
import { methodsOfPrompt } from '../prompts/index.ts';
import { estimateJudging, previewQuestion } from './estimate.ts';
import { JUDGE_PROMPT } from './judge-request.ts';
import { readJudgedPairs } from './judged-pairs.ts';
import { judgingJob } from './judging-job.ts';
import { describeJudging, judgingRuns, listJudgingRuns, planJudging } from './judging-runs.ts';

/** A judging run is deleted with the batch run that it judged. */
const tables = {
  judged_pairs: go('run', 'run_id', 'run_id item', 'pair state outcome consistent'),
  judgements: go(
    'run',
    'run_id',
    'run_id item reason problem answer',
    'pair swapped says asked input_tokens output_tokens cost cached latency_ms',
  ),
} satisfies PurgedTables;

export const feature = defineFeature({
  contract: judgingContract,
  methods: {
    estimate: ({ input, project, signal }) => estimateJudging(project, input, signal),
    question: ({ input, project }) => previewQuestion(project, input),
    ...judgingRuns.methodsOf(
      judgingJob,
      ({ batch, judge }: JudgingSettings, { database }) =>
        `Judging batch run ${batchRuns.numberOf(database, batch)} by ${judge.model}`,
      planJudging,
    ),
    runs: ({ input, project }) =>
      judgingRuns.presented(project, describeJudging, listJudgingRuns(project.database, input.batch)),
    pairs: ({ input, project }) => readJudgedPairs(project.database, input),
    summary: ({ input, project: { database, path }, signal }) => {
      judgingRuns.require(database, input.run);
      return readInThread(path, 'judgingFigures', 'summariseJudging', [input.run], { signal });
    },
    table: ({ input, project: { path }, signal }) =>
      readInThread(path, 'winRates', 'tabulateWinRates', [input.seed], { signal }),
    export: ({ input, project: { database, path }, session, signal }) => {
      judgingRuns.require(database, input.run);
      const out = targetOf(session, input);
      return readInThread(path, 'judgingExport', 'writeJudging', [input.run, input.to, out], { signal });
    },
    ...methodsOfPrompt(JUDGE_PROMPT),
  },
  tables,
  ...judgingRuns.partsOf(judgingJob),
});
