import type { TableFormat } from '../format.ts';
import { TWCS_REQUIRED, twcsFields } from './columns.ts';
import { readTwcs } from './read.ts';

export const twcs: TableFormat = {
  name: 'twcs',
  notation: 'table',
  recognise({ columns }) {
    const fields = twcsFields(columns);
    if (TWCS_REQUIRED.some((name) => fields[name] < 0)) return null;
    return {
      confidence: 1,
      reason: 'The header is that of Customer Support on Twitter (tweet_id, author_id, inbound, …).',
    };
  },
  read: readTwcs,
};
