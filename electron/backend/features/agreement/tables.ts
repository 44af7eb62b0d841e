import { chosen, go, type PurgedTables } from '../../store/purge/purge-rules.ts';

export const tables = {
  annotation_files: chosen('Those that speak of no other round.', ['id', 'name', 'author'], ['opened_at']),
  annotation_file_rounds: go('round', 'round_id', ['file_id', 'round_id', 'tags', 'flagged'], ['checked']),
} satisfies PurgedTables;
