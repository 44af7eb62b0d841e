import { judgingContract } from '#shared/contract/judging.ts';
import { defineFeature } from '../../feature.ts';
import { judgingHandlers } from './handlers.ts';
import { judgingJob } from './judging-job.ts';
import { judgingRuns } from './judging-runs.ts';
import { tables } from './tables.ts';

export const feature = defineFeature({
  contract: judgingContract,
  methods: judgingHandlers,
  tables,
  runs: [judgingRuns.runKind],
  jobs: [judgingJob],
  onOpen: judgingRuns.endOrphans,
});
