import { providersContract } from '#shared/contract/providers.ts';
import { defineFeature } from '../../feature.ts';
import { chosen, type PurgedTables, partOf } from '../../store/purge/purge-rules.ts';
import { providersHandlers } from './handlers.ts';

const tables = {
  model_answers: chosen(
    'Those about a purged dialogue, and those whose dialogues nobody knows.',
    ['hash', 'answer'],
    ['provider', 'model', 'finish', 'input_tokens', 'output_tokens', 'at'],
  ),
  model_answer_dialogues: partOf('model_answers', 'hash', ['hash', 'dialogue_id']),
  model_calls: chosen(
    'Stay as the account of what was spent, without dialogue, hash and message.',
    ['run_id', 'dialogue_id', 'hash', 'message'],
    [
      'id',
      'at',
      'attempt',
      'outcome',
      'status',
      'input_tokens',
      'output_tokens',
      'bound_tokens',
      'cost',
      'latency_ms',
    ],
  ),
} satisfies PurgedTables;

export const feature = defineFeature({ contract: providersContract, methods: providersHandlers, tables });
