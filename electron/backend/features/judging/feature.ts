import { judgingContract } from '#shared/contract/judging.ts';
import { defineFeature } from '../../feature.ts';
import { go, type PurgedTables } from '../../store/purge/purge-rules.ts';
import { judgingHandlers } from './handlers.ts';
import { judgingJob } from './judging-job.ts';
import { judgingRuns } from './judging-runs.ts';

/** A judging run goes with the batch run that it judged. */
const tables = {
  judged_pairs: go('run', 'run_id', ['run_id', 'item'], ['pair', 'state', 'outcome', 'consistent']),
  judgements: go(
    'run',
    'run_id',
    ['run_id', 'item', 'reason', 'problem', 'answer'],
    ['pair', 'swapped', 'says', 'asked', 'input_tokens', 'output_tokens', 'cost', 'cached', 'latency_ms'],
  ),
} satisfies PurgedTables;

export const feature = defineFeature({
  contract: judgingContract,
  methods: judgingHandlers,
  tables,
  runs: [judgingRuns.runKind],
  jobs: [judgingJob],
  onOpen: judgingRuns.endOrphans,
});
