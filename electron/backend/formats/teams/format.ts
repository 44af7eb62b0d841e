import { bodyOf } from '../conversations/html-text.ts';
import { type Fields, idText, isRecord } from '../json/fields.ts';
import { groupedJsonFormat, type RecordPart } from '../json/grouped.ts';

const isMessage = (value: Fields): boolean =>
  typeof value.messageType === 'string' && 'createdDateTime' in value && isRecord(value.body);

/** Microsoft Teams, exported by Graph. A chat is a dialogue; in a channel, a message with its replies is a dialogue. */
export const teams = groupedJsonFormat({
  name: 'teams',
  expects: '"messageType", "createdDateTime" and "body" (Microsoft Teams)',
  recognise(value) {
    if (!isRecord(value) || !isMessage(value)) return null;
    return { confidence: 1, reason: 'Each object is a Teams message in the format of Microsoft Graph.' };
  },
  take: (value): RecordPart[] | null => (isMessage(value) ? [messageOf(value)] : null),
});

function messageOf(message: Fields): RecordPart {
  if (message.messageType !== 'message') return { left: 'events of the chat (members, calls)' };
  if (typeof message.deletedDateTime === 'string') return { left: 'deleted messages' };
  const conversation = idText(message.chatId) ?? idText(message.replyToId) ?? idText(message.id);
  if (conversation === null) return { fault: 'has a message without an "id".', value: message };
  const content = isRecord(message.body) ? message.body.content : null;
  if (typeof content !== 'string')
    return { fault: 'has a message whose "body" has no "content".', value: message };
  const from = isRecord(message.from) ? message.from : {};
  const person = isRecord(from.user) ? from.user : {};
  const application = isRecord(from.application) ? from.application : null;
  const who = application ?? person;
  const { text, html } = bodyOf(content);
  return {
    conversation,
    turn: {
      author: idText(who.id) ?? 'unknown',
      speaker: idText(who.displayName) ?? idText(who.id) ?? 'unknown',
      ...(application && { kind: 'bot' as const }),
      text,
      time: message.createdDateTime,
      extra: { ...(html && { html }), subject: message.subject ?? undefined },
    },
  };
}
