import type { JsonFormat } from '../format.ts';
import { isRecord, listUnder } from '../json/fields.ts';
import { isMessageList } from '../json/sample.ts';
import { DISPLAY_KEY, MESSAGE_KEYS, ROLE_FIELDS } from './messages.ts';
import { readChatJsonl } from './read.ts';

export const chatJsonl: JsonFormat = {
  name: 'chat-jsonl',
  notation: 'json',
  expects: '"messages" with "role" and "content"',
  recognise(value) {
    if (isMessageList(value))
      return { confidence: 0.95, reason: 'Each line is a list of messages with a "role".' };
    if (isRecord(value) && typeof value[DISPLAY_KEY] === 'string')
      return { confidence: 0.95, reason: `Each object has a transcript in one text, "${DISPLAY_KEY}".` };
    const messages = listUnder(value, MESSAGE_KEYS);
    if (!messages) return null;
    const [first] = messages.list;
    if (
      messages.list.length > 0 &&
      !(isRecord(first) && ROLE_FIELDS.some((field) => typeof first[field] === 'string'))
    )
      return null;
    return {
      confidence: messages.list.length > 0 ? 0.95 : 0.5,
      reason: `Each object has a list "${messages.key}".`,
    };
  },
  read: readChatJsonl,
};
