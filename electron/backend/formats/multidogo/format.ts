import type { TableFormat } from '../format.ts';
import { COLUMNS, readMultidogo } from './read.ts';

export const multidogo: TableFormat = {
  name: 'multidogo',
  notation: 'table',
  recognise({ columns }) {
    if (COLUMNS.some((name) => !columns.includes(name))) return null;
    return {
      confidence: 1,
      reason: 'The header is that of MultiDoGO (conversationId, turnNumber, message, intent).',
    };
  },
  read: readMultidogo,
};
