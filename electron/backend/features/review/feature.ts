import { reviewContract } from '#shared/contract/review.ts';
import { defineFeature } from '../../feature.ts';
import { CHANGES_TAGS, type EditEffect } from '../../store/edits/edit-kinds.ts';
import { chosen, go, type PurgedTables } from '../../store/purge/purge-rules.ts';
import { reviewHandlers } from './handlers.ts';

const tables = {
  person_marks: go('round', 'round_id', ['tagger', 'round_id', 'note', 'edit_id'], ['mark']),
  review_queues: chosen(
    'All: they are orders of all rounds, and quickly made again.',
    ['settings', 'rounds', 'notes', 'follow_ups'],
    ['id', 'position', 'reached', 'created_at'],
  ),
} satisfies PurgedTables;

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
