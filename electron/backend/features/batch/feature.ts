import { batchContract } from '#shared/contract/batch.ts';
import { defineFeature } from '../../feature.ts';
import { batchJob } from './batch-job.ts';
import { batchRuns } from './batch-runs.ts';
import { batchHandlers } from './handlers.ts';
import { tables } from './tables.ts';

export const feature = defineFeature({
  contract: batchContract,
  methods: batchHandlers,
  tables,
  runs: [batchRuns.runKind],
  jobs: [batchJob],
  onOpen: batchRuns.endOrphans,
});
