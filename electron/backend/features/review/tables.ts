import { chosen, go, type PurgedTables } from '../../store/purge/purge-rules.ts';

export const tables = {
  person_marks: go('round', 'round_id', ['tagger', 'round_id', 'note', 'edit_id'], ['mark']),
  review_queues: chosen(
    'All: they are orders of all rounds, and quickly made again.',
    ['settings', 'rounds', 'notes', 'follow_ups'],
    ['id', 'position', 'reached', 'created_at'],
  ),
} satisfies PurgedTables;
