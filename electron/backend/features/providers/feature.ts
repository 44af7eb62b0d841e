import { providersContract } from '#shared/contract/providers.ts';
import { defineFeature } from '../../feature.ts';
import { providersHandlers } from './handlers.ts';
import { tables } from './tables.ts';

export const feature = defineFeature({ contract: providersContract, methods: providersHandlers, tables });
