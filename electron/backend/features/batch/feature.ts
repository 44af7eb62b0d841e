import { batchContract } from '#shared/contract/batch.ts';
import { defineFeature } from '../../feature.ts';
import { go, type PurgedTables, partOf } from '../../store/purge/purge-rules.ts';
import { batchJob } from './batch-job.ts';
import { batchRuns } from './batch-runs.ts';
import { batchHandlers } from './handlers.ts';

/** A batch run goes if it asked about or answered from a purged dialogue. */
const tables = {
  batch_items: go('run', 'run_id', ['run_id', 'item', 'dialogue_id', 'rounds', 'asked', 'truths']),
  batch_rows: go(
    'run',
    'run_id',
    ['run_id', 'item', 'answer', 'answers', 'problem'],
    [
      'id',
      'place',
      'measures',
      'prompt_version',
      'input_tokens',
      'output_tokens',
      'cost',
      'cached',
      'latency_ms',
    ],
  ),
  batch_details: partOf('batch_rows', 'row_id', ['row_id', 'examples', 'route', 'prompt']),
} satisfies PurgedTables;

export const feature = defineFeature({
  contract: batchContract,
  methods: batchHandlers,
  tables,
  runs: [batchRuns.runKind],
  jobs: [batchJob],
  onOpen: batchRuns.endOrphans,
});
