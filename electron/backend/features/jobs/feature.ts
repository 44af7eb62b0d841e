import { jobsContract } from '#shared/contract/jobs.ts';
import { defineFeature } from '../../feature.ts';
import { jobsHandlers } from './handlers.ts';

export const feature = defineFeature({ contract: jobsContract, methods: jobsHandlers });
