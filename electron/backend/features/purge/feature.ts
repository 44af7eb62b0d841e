import { purgeContract } from '#shared/contract/purge.ts';
import { defineFeature } from '../../feature.ts';
import { purgeHandlers } from './handlers.ts';
import { purgeJob } from './purge-job.ts';
import { finishByWorker } from './purge-worker.ts';
import { unfinishedPurge } from './unfinished-purge.ts';

export const feature = defineFeature({
  contract: purgeContract,
  methods: purgeHandlers,
  jobs: [purgeJob],
  async recover({ path, database }) {
    // One that a crash cut short ends now, before anyone may read.
    if (unfinishedPurge(database)) await finishByWorker(path);
  },
});
