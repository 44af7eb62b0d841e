import { modelTaggingContract } from '#shared/contract/model-tagging.ts';
import { defineFeature } from '../../feature.ts';
import { go, type PurgedTables, stay, withRun } from '../../store/purge/purge-rules.ts';
import { modelTaggingHandlers } from './handlers.ts';
import { modelTaggingJob } from './run-job.ts';
import { modelRuns } from './run-settings.ts';

const tables = {
  run_flags: withRun(go('round', 'round_id', ['run_id', 'round_id', 'reason'])),
  run_dialogues: withRun(go('dialogue', 'dialogue_id', ['run_id', 'dialogue_id', 'message'], ['outcome'])),
  provider_batches: stay("The provider's names of its files; the words are with the provider.", [
    'id',
    'run_id',
    'provider',
    'remote_id',
    'input_file',
    'output_file',
    'error_file',
    'state',
    'requests',
    'submitted_at',
    'finished_at',
  ]),
} satisfies PurgedTables;

export const feature = defineFeature({
  contract: modelTaggingContract,
  methods: modelTaggingHandlers,
  tables,
  runs: [modelRuns.runKind],
  jobs: [modelTaggingJob],
  onOpen: modelRuns.endOrphans,
});
