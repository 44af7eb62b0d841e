import { reviewContract } from '#shared/contract/review.ts';
import { defineFeature } from '../../feature.ts';
import { reviewHandlers } from './handlers.ts';
import { tables } from './tables.ts';

export const feature = defineFeature({ contract: reviewContract, methods: reviewHandlers, tables });
