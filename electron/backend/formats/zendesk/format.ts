import type { SpeakerKind } from '#shared/domain/dialogue.ts';
import { quoted } from '../bytes/format-error.ts';
import { bodyOf } from '../conversations/html-text.ts';
import { type Fields, idText, isRecord, listUnder } from '../json/fields.ts';
import { type AuthoredTurn, groupedJsonFormat, partsOf, type RecordPart } from '../json/grouped.ts';

const KINDS: Readonly<Record<string, SpeakerKind>> = {
  'end-user': 'customer',
  agent: 'agent',
  admin: 'agent',
};
const PRIVATE = 'private comments';

const isUser = (value: Fields): boolean =>
  typeof value.role === 'string' && value.role in KINDS && 'email' in value;
const isTicket = (value: Fields): boolean =>
  'requester_id' in value && ('subject' in value || 'description' in value);
const isComment = (value: Fields): boolean =>
  'author_id' in value && ('plain_body' in value || 'html_body' in value || 'body' in value);

/**
 * Zendesk: tickets with comments, or tickets, comments and users separately. Private comments are left out. The
 * requester is the customer.
 */
export const zendesk = groupedJsonFormat({
  name: 'zendesk',
  expects: '"requester_id" and "comments", or "ticket_id", "author_id" and "body" (Zendesk)',
  beside: /^(?:users|tickets)\b.*\.(?:json|jsonl|ndjson)(?:\.gz)?$/i,
  recognise(value) {
    if (!isRecord(value)) return null;
    if (isTicket(value) && !('description_text' in value)) {
      const reason = listUnder(value, ['comments'])
        ? "Each object is a ticket with its comments, in the format of Zendesk's exports."
        : "Each object is a ticket in the format of Zendesk's API.";
      return { confidence: listUnder(value, ['comments']) ? 1 : 0.9, reason };
    }
    if (isComment(value) && 'ticket_id' in value && !('incoming' in value))
      return {
        confidence: 1,
        reason: "Each object is a comment on a ticket, in the format of Zendesk's API.",
      };
    return isUser(value)
      ? { confidence: 0.8, reason: "Each object is a user in the format of Zendesk's API." }
      : null;
  },
  take(value): RecordPart[] | null {
    if (isTicket(value)) return ticketOf(value);
    if (isComment(value)) return [commentOf(value, idText(value.ticket_id))];
    const id = idText(value.id);
    if (!isUser(value) || id === null) return null;
    return [{ person: id, name: idText(value.name), kind: KINDS[String(value.role)] ?? null }];
  },
});

function ticketOf(ticket: Fields): RecordPart[] {
  const id = idText(ticket.id);
  if (id === null) return [{ fault: 'has a ticket without an "id".', value: ticket }];
  const { description, subject, requester_id, comments: _, id: _id, ...rest } = ticket;
  const requester = idText(requester_id);
  const words = [subject, description].filter(
    (part): part is string => typeof part === 'string' && part !== '',
  );
  const comments = listUnder(ticket, ['comments'])?.list ?? [];
  return [
    {
      conversation: id,
      about: { subject, ...plainOf(rest) },
      requester,
      opening:
        words.length === 0
          ? null
          : {
              author: requester ?? 'requester',
              speaker: requester ?? 'requester',
              time: ticket.created_at,
              text: words.join('\n'),
            },
    },
    ...partsOf(comments, 'comment', (comment) => commentOf(comment, id)),
    ...[ticket.requester, ticket.submitter, ticket.assignee]
      .filter(isRecord)
      .flatMap((user): RecordPart[] => {
        const person = idText(user.id);
        const kind = KINDS[String(user.role)] ?? null;
        return person === null ? [] : [{ person, name: idText(user.name), kind }];
      }),
  ];
}

function commentOf(comment: Fields, conversation: string | null): RecordPart {
  if (conversation === null)
    return {
      fault: 'has a comment without a "ticket_id". Export it with its ticket.',
      value: comment,
    };
  if (comment.public === false) return { left: PRIVATE };
  const body = [comment.plain_body, comment.body, comment.html_body].find((text) => typeof text === 'string');
  if (typeof body !== 'string')
    return {
      fault: `has a comment of ticket ${quoted(conversation)} without a "body". Export it with its text.`,
      value: comment,
    };
  const author = idText(comment.author_id) ?? 'unknown';
  const { text, html } = bodyOf(body);
  const channel = isRecord(comment.via) ? comment.via.channel : undefined;
  const turn: AuthoredTurn = {
    author,
    speaker: author,
    text,
    time: comment.created_at,
    extra: { ...(html && { html }), channel, comment_id: comment.id },
  };
  return { conversation, turn };
}

function plainOf(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([key, value]) =>
        value !== null &&
        key !== 'url' &&
        (typeof value !== 'object' || key === 'tags' || key === 'custom_fields'),
    ),
  );
}
