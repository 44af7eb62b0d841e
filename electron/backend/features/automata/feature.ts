import { automataContract } from '#shared/contract/automata.ts';
import { defineFeature } from '../../feature.ts';
import { automataHandlers } from './handlers.ts';
import { learnJob } from './learn-job.ts';

export const feature = defineFeature({
  contract: automataContract,
  methods: automataHandlers,
  jobs: [learnJob],
});
