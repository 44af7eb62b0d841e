import { modelTaggingContract } from '#shared/contract/model-tagging.ts';
import { defineFeature } from '../../feature.ts';
import { modelTaggingHandlers } from './handlers.ts';
import { modelTaggingJob } from './run-job.ts';
import { modelRuns } from './run-settings.ts';
import { tables } from './tables.ts';

export const feature = defineFeature({
  contract: modelTaggingContract,
  methods: modelTaggingHandlers,
  tables,
  runs: [modelRuns.runKind],
  jobs: [modelTaggingJob],
  onOpen: modelRuns.endOrphans,
});
