import { providersContract } from '#shared/contract/providers.ts';
import { defineFeature } from '../../feature.ts';
import { providersHandlers } from './handlers.ts';

export const feature = defineFeature({ contract: providersContract, methods: providersHandlers });
