import { generationContract } from '#shared/contract/generation.ts';
import { defineFeature } from '../../feature.ts';
import { generationHandlers } from './handlers.ts';

export const feature = defineFeature({ contract: generationContract, methods: generationHandlers });
