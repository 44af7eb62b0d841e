import { corpusContract } from '#shared/contract/corpus.ts';
import { defineFeature } from '../../feature.ts';
import { corpusHandlers } from './handlers.ts';
import { importJob } from './import-job.ts';

export const feature = defineFeature({
  contract: corpusContract,
  methods: corpusHandlers,
  jobs: [importJob],
});
