import { automataContract } from '#shared/contract/automata.ts';
import { defineFeature } from '../../feature.ts';
import { automataHandlers } from './handlers.ts';
import { learnJob } from './learn-job.ts';
import { tables } from './tables.ts';

export const feature = defineFeature({
  contract: automataContract,
  methods: automataHandlers,
  tables,
  jobs: [learnJob],
});
