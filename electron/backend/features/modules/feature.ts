import { modulesContract } from '#shared/contract/modules.ts';
import { defineFeature } from '../../feature.ts';
import { modulesHandlers } from './handlers.ts';

export const feature = defineFeature({ contract: modulesContract, methods: modulesHandlers });
