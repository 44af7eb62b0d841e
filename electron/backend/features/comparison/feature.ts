import { comparisonContract } from '#shared/contract/comparison.ts';
import { defineFeature } from '../../feature.ts';
import { comparisonHandlers } from './handlers.ts';
import { indexJob } from './retrieval-index.ts';
import { sentenceJob } from './sentence-vectors.ts';
import { tables } from './tables.ts';

export const feature = defineFeature({
  contract: comparisonContract,
  methods: comparisonHandlers,
  tables,
  jobs: [indexJob, sentenceJob],
});
