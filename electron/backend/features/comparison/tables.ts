import { chosen, go, type PurgedTables, withRun } from '../../store/purge/purge-rules.ts';

export const tables = {
  vectors: withRun(go('round', 'round_id', ['run_id', 'round_id', 'vector'])),
  encoders: withRun(
    chosen(
      'Those that keep a model learned from words go with all their vectors.',
      ['run_id', 'fingerprint', 'model'],
      ['name', 'dimensions'],
    ),
  ),
} satisfies PurgedTables;
