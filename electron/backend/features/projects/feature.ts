import { projectsContract } from '#shared/contract/projects.ts';
import { defineFeature } from '../../feature.ts';
import { projectsHandlers } from './handlers.ts';

export const feature = defineFeature({ contract: projectsContract, methods: projectsHandlers });
