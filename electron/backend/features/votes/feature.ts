import { votesContract } from '#shared/contract/votes.ts';
import { defineFeature } from '../../feature.ts';
import { votesHandlers } from './handlers.ts';
import { tables } from './tables.ts';

export const feature = defineFeature({
  contract: votesContract,
  methods: votesHandlers,
  tables,
  edits: { vote: { topics: ['votes', 'project'], changesTags: 'never' } },
});
