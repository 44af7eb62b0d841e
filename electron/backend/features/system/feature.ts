import { systemContract } from '#shared/contract/system.ts';
import { defineFeature } from '../../feature.ts';
import { systemHandlers } from './handlers.ts';

export const feature = defineFeature({ contract: systemContract, methods: systemHandlers });
