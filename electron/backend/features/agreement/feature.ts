import { agreementContract } from '#shared/contract/agreement.ts';
import { defineFeature } from '../../feature.ts';
import { agreementHandlers } from './handlers.ts';
import { tables } from './tables.ts';

export const feature = defineFeature({ contract: agreementContract, methods: agreementHandlers, tables });
