import { vocabularyContract } from '#shared/contract/vocabulary.ts';
import { defineFeature } from '../../feature.ts';
import { vocabularyHandlers } from './handlers.ts';

export const feature = defineFeature({ contract: vocabularyContract, methods: vocabularyHandlers });
