import { comparisonContract } from '#shared/contract/comparison.ts';
import { defineFeature } from '../../feature.ts';
import { chosen, go, type PurgedTables, withRun } from '../../store/purge/purge-rules.ts';
import { comparisonHandlers } from './handlers.ts';
import { indexJob } from './retrieval-index.ts';
import { sentenceJob } from './sentence-vectors.ts';

const tables = {
  vectors: withRun(go('round', 'round_id', ['run_id', 'round_id', 'vector'])),
  encoders: withRun(
    chosen(
      'Those that keep a model learned from words go with all their vectors.',
      ['run_id', 'fingerprint', 'model'],
      ['name', 'dimensions'],
    ),
  ),
} satisfies PurgedTables;

export const feature = defineFeature({
  contract: comparisonContract,
  methods: comparisonHandlers,
  tables,
  jobs: [indexJob, sentenceJob],
});
