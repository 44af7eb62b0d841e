import type { JsonFormat } from '../format.ts';
import { listUnder } from '../json/fields.ts';
import { readNeutral, TURN_KEYS } from './read.ts';

export const neutral: JsonFormat = {
  name: 'neutral',
  notation: 'json',
  expects: '"turns" with "speaker" and "text"',
  recognise(value) {
    const turns = listUnder(value, TURN_KEYS);
    return turns && { confidence: 1, reason: `Each object has a list "${turns.key}".` };
  },
  read: readNeutral,
};
