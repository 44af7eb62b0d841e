import { go, type PurgedTables } from '../../store/purge/purge-rules.ts';

export const tables = {
  automata: go('run', 'run_id', [
    'run_id',
    'tagging_run_id',
    'corpus_version',
    'edit_version',
    'header',
    'dialogue_ids',
  ]),
  automaton_arrays: go('run', 'run_id', ['run_id', 'name', 'data']),
} satisfies PurgedTables;
