import { bodyOf } from '../conversations/html-text.ts';
import { type Fields, fullName, idText, isRecord, listUnder, plainFields } from '../json/fields.ts';
import { groupedJsonFormat, partsOf, type RecordPart } from '../json/grouped.ts';

const isMessage = (value: unknown): value is Fields =>
  isRecord(value) && 'is_inbound' in value && ('body' in value || 'text' in value);

/** Front's messages: pages of `_results`, one per line, or conversations with their `messages`. */
export const front = groupedJsonFormat({
  name: 'front',
  expects: '"is_inbound" and "body" (Front)',
  recognise(value) {
    if (isMessage(value) || isMessage(listUnder(value, ['messages'])?.list[0]))
      return { confidence: 1, reason: 'The messages have "is_inbound", as in Front\'s API.' };
    return null;
  },
  take(value): RecordPart[] | null {
    const messages = listUnder(value, ['messages'])?.list;
    if (!messages) return isMessage(value) ? [messageOf(value, conversationOf(value))] : null;
    const id = idText(value.id);
    if (id === null) return [{ fault: 'has a conversation without an "id".', value }];
    return [
      { conversation: id, about: plainFields(value, 'id') },
      ...partsOf(messages, 'message', (message) => messageOf(message, id)),
    ];
  },
});

/** Returns the conversation of a message: its name, or else the end of its link. */
function conversationOf(message: Fields): string | null {
  const links = isRecord(message._links) && isRecord(message._links.related) ? message._links.related : {};
  const link = typeof links.conversation === 'string' ? links.conversation.split('/').at(-1) : null;
  return idText(message.conversation_id) ?? (link || null);
}

function messageOf(message: Fields, conversation: string | null): RecordPart {
  if (conversation === null) return { fault: 'has a message without a conversation.', value: message };
  if (message.is_draft === true) return { left: 'drafts' };
  const body = [message.text, message.body].find((text) => typeof text === 'string' && text !== '');
  if (typeof body !== 'string') return { left: 'messages without words' };
  const { text, html } = bodyOf(body);
  const author = isRecord(message.author) ? message.author : {};
  const kind = message.is_inbound === true ? ('customer' as const) : ('agent' as const);
  return {
    conversation,
    turn: {
      author: idText(author.id) ?? kind,
      speaker: fullName(author.first_name, author.last_name) || (idText(author.email) ?? kind),
      kind,
      text,
      time: message.created_at,
      extra: { ...(html && { html }), type: message.type },
    },
  };
}
