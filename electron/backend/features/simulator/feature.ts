import { simulatorContract } from '#shared/contract/simulator.ts';
import { defineFeature } from '../../feature.ts';
import { chosen, type PurgedTables, partOf } from '../../store/purge/purge-rules.ts';
import { simulatorHandlers } from './handlers.ts';

const tables = {
  simulation_cases: chosen(
    'Those that name a purged dialogue, and those that hold words which only the purged have.',
    ['name', 'made_with', 'settings', 'turns', 'expected'],
    ['id', 'at'],
  ),
  simulation_case_dialogues: partOf('simulation_cases', 'case_id', ['case_id', 'dialogue_id']),
} satisfies PurgedTables;

export const feature = defineFeature({ contract: simulatorContract, methods: simulatorHandlers, tables });
