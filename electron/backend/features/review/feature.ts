import { reviewContract } from '#shared/contract/review.ts';
import { defineFeature } from '../../feature.ts';
import { CHANGES_TAGS, type EditEffect } from '../../store/edits/edit-kinds.ts';
import { reviewHandlers } from './handlers.ts';
import { tables } from './tables.ts';

const MARK: EditEffect = { topics: ['tags'], changesTags: 'once tagged again' };

export const feature = defineFeature({
  contract: reviewContract,
  methods: reviewHandlers,
  tables,
  edits: {
    'set-tags': CHANGES_TAGS,
    'reject-tags': CHANGES_TAGS,
    'mark-checked': MARK,
    'mark-flagged': MARK,
    unmark: MARK,
  },
});
