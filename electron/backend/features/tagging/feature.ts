import { taggingContract } from '#shared/contract/tagging.ts';
import { defineFeature } from '../../feature.ts';
import { taggingHandlers } from './handlers.ts';
import { taggingJob } from './tagging-job.ts';

export const feature = defineFeature({
  contract: taggingContract,
  methods: taggingHandlers,
  jobs: [taggingJob],
});
