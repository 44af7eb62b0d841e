import { automataContract } from '#shared/contract/automata.ts';
import { defineFeature } from '../../feature.ts';
import { go, type PurgedTables } from '../../store/purge/purge-rules.ts';
import { automataHandlers } from './handlers.ts';
import { learnJob } from './learn-job.ts';

const tables = {
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

export const feature = defineFeature({
  contract: automataContract,
  methods: automataHandlers,
  tables,
  jobs: [learnJob],
});
