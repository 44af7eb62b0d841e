import type { JsonFormat } from '../format.ts';
import { listUnder } from '../json/fields.ts';
import { isMessageList } from '../json/sample.ts';
import { MESSAGE_KEYS } from './messages.ts';
import { readChatJsonl } from './read.ts';

export const chatJsonl: JsonFormat = {
  name: 'chat-jsonl',
  notation: 'json',
  expects: '"messages" with "role" and "content"',
  recognise(value) {
    if (isMessageList(value))
      return { confidence: 0.95, reason: 'Each line is a list of messages with a "role".' };
    const messages = listUnder(value, MESSAGE_KEYS);
    return messages && { confidence: 0.95, reason: `Each object has a list "${messages.key}".` };
  },
  read: readChatJsonl,
};
