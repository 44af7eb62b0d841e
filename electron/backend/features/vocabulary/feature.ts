import { vocabularyContract } from '#shared/contract/vocabulary.ts';
import { defineFeature } from '../../feature.ts';
import { CHANGES_TAGS } from '../../store/edits/edit-kinds.ts';
import { vocabularyHandlers } from './handlers.ts';

export const feature = defineFeature({
  contract: vocabularyContract,
  methods: vocabularyHandlers,
  edits: {
    'rename-tag': CHANGES_TAGS,
    'merge-tag': CHANGES_TAGS,
    'split-tag': CHANGES_TAGS,
    'archive-tag': CHANGES_TAGS,
    'restore-tag': CHANGES_TAGS,
    'describe-tag': CHANGES_TAGS,
    'bulk-add': CHANGES_TAGS,
    'bulk-remove': CHANGES_TAGS,
    'bulk-replace': CHANGES_TAGS,
    'import-vocabulary': CHANGES_TAGS,
  },
});
