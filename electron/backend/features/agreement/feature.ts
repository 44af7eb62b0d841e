import { agreementContract } from '#shared/contract/agreement.ts';
import { defineFeature } from '../../feature.ts';
import { chosen, go, type PurgedTables } from '../../store/purge/purge-rules.ts';
import { agreementHandlers } from './handlers.ts';

const tables = {
  annotation_files: chosen('Those that speak of no other round.', ['id', 'name', 'author'], ['opened_at']),
  annotation_file_rounds: go('round', 'round_id', ['file_id', 'round_id', 'tags', 'flagged'], ['checked']),
} satisfies PurgedTables;

export const feature = defineFeature({ contract: agreementContract, methods: agreementHandlers, tables });
