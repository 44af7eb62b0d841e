import { historyContract } from '#shared/contract/history.ts';
import { defineFeature } from '../../feature.ts';
import { CHANGES_TAGS } from '../../store/edits/edit-kinds.ts';
import { historyHandlers } from './handlers.ts';

export const feature = defineFeature({
  contract: historyContract,
  methods: historyHandlers,
  edits: { 'take-back': CHANGES_TAGS },
});
