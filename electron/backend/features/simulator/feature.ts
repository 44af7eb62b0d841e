import { simulatorContract } from '#shared/contract/simulator.ts';
import { defineFeature } from '../../feature.ts';
import { simulatorHandlers } from './handlers.ts';
import { tables } from './tables.ts';

export const feature = defineFeature({ contract: simulatorContract, methods: simulatorHandlers, tables });
