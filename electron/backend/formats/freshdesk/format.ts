import { quoted } from '../bytes/format-error.ts';
import { bodyOf } from '../conversations/html-text.ts';
import { type Fields, idText, isRecord, listUnder, plainFields } from '../json/fields.ts';
import { groupedJsonFormat, partsOf, type RecordPart } from '../json/grouped.ts';

const isTicket = (value: Fields): boolean =>
  ('description_text' in value || 'responder_id' in value) && 'requester_id' in value;
const isConversation = (value: Fields): boolean => 'ticket_id' in value && 'incoming' in value;

export const freshdesk = groupedJsonFormat({
  name: 'freshdesk',
  expects: '"description_text" and "conversations", or "ticket_id", "incoming" and "body_text" (Freshdesk)',
  beside: /^tickets\b.*\.(?:json|jsonl|ndjson)(?:\.gz)?$/i,
  recognise(value) {
    if (!isRecord(value)) return null;
    if (isTicket(value))
      return { confidence: 1, reason: "Each object is a ticket in the format of Freshdesk's API." };
    return isConversation(value)
      ? { confidence: 1, reason: "Each object is a reply to a ticket in the format of Freshdesk's API." }
      : null;
  },
  take(value): RecordPart[] | null {
    if (isConversation(value)) return [replyOf(value)];
    if (!isTicket(value)) return null;
    const id = idText(value.id);
    if (id === null) return [{ fault: 'has a ticket without an "id".', value }];
    const { conversations: _, description, description_text, id: _id, requester_id, ...rest } = value;
    const requester = idText(requester_id) ?? 'requester';
    const body = typeof description_text === 'string' ? description_text : description;
    const about: RecordPart = {
      conversation: id,
      about: { ...plainFields(rest), tags: value.tags, custom_fields: value.custom_fields },
      requester,
    };
    const opening: RecordPart[] =
      typeof body === 'string'
        ? [
            {
              conversation: id,
              turn: {
                author: requester,
                speaker: requester,
                kind: 'customer',
                time: value.created_at,
                ...bodyAs(body),
              },
            },
          ]
        : [];
    const replies = listUnder(value, ['conversations'])?.list ?? [];
    return [about, ...opening, ...partsOf(replies, 'reply', (reply) => replyOf({ ticket_id: id, ...reply }))];
  },
});

function bodyAs(body: string): { text: string; extra: Fields | null } {
  const { text, html } = bodyOf(body);
  return { text, extra: html ? { html } : null };
}

function replyOf(reply: Fields): RecordPart {
  const conversation = idText(reply.ticket_id);
  if (conversation === null)
    return { fault: 'has a reply without a "ticket_id". Export it with its ticket.', value: reply };
  if (reply.private === true) return { left: 'private notes' };
  const body = [reply.body_text, reply.body].find((text) => typeof text === 'string');
  if (typeof body !== 'string')
    return {
      fault: `has a reply of ticket ${quoted(conversation)} without a "body_text". Export it with its text.`,
      value: reply,
    };
  const author = idText(reply.user_id) ?? (reply.incoming === true ? 'customer' : 'agent');
  const kind = reply.incoming === true ? ('customer' as const) : ('agent' as const);
  return { conversation, turn: { author, speaker: author, kind, time: reply.created_at, ...bodyAs(body) } };
}
