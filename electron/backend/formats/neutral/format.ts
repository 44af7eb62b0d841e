import type { JsonFormat } from '../format.ts';
import { isRecord, listUnder } from '../json/fields.ts';
import { readNeutral, TURN_KEYS } from './read.ts';

export const neutral: JsonFormat = {
  name: 'neutral',
  notation: 'json',
  expects: '"turns" with "speaker" and "text"',
  recognise(value) {
    const turns = listUnder(value, TURN_KEYS);
    if (!turns) return null;
    // Other layouts have such a list too, with "utterance" or text elsewhere.
    const [first] = turns.list;
    const isOwn = turns.list.length === 0 || (isRecord(first) && typeof first.text === 'string');
    return {
      confidence: isOwn ? (turns.key === 'turns' ? 1 : 0.9) : 0.6,
      reason: `Each object has a list "${turns.key}".`,
    };
  },
  read: readNeutral,
};
