import { historyContract } from '#shared/contract/history.ts';
import { defineFeature } from '../../feature.ts';
import { historyHandlers } from './handlers.ts';

export const feature = defineFeature({ contract: historyContract, methods: historyHandlers });
