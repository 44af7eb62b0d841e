import { evaluationContract } from '#shared/contract/evaluation.ts';
import { defineFeature } from '../../feature.ts';
import { evaluationJob } from './evaluation-job.ts';
import { evaluationHandlers } from './handlers.ts';

export const feature = defineFeature({
  contract: evaluationContract,
  methods: evaluationHandlers,
  jobs: [evaluationJob],
});
