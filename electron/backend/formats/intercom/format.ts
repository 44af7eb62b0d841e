import { roleOfKind, type SpeakerKind } from '#shared/domain/dialogue.ts';
import { bodyOf } from '../conversations/html-text.ts';
import { type FoundDialogue, type FoundRecord, jsonDialogueFormat } from '../json/dialogues.ts';
import { type Fields, idText, isRecord, listUnder, namesOf, plainFields, recordsOf } from '../json/fields.ts';

const KINDS: Readonly<Record<string, SpeakerKind>> = {
  user: 'customer',
  lead: 'customer',
  contact: 'customer',
  visitor: 'customer',
  admin: 'agent',
  bot: 'bot',
  team: 'agent',
};
const LISTED_ONLY =
  'Conversations exported as a list, with their first message only: {count}, the first in line {line}. Export each conversation separately to get its replies.';

/**
 * Intercom's conversations and tickets as its API returns them. The first message is in `source` (in a ticket's
 * attributes), the rest in the parts. Notes and events are left out.
 */
export const intercom = jsonDialogueFormat({
  name: 'intercom',
  expects: '"source" and "conversation_parts", or "ticket_parts" (Intercom)',
  record: 'part',
  recognise(value) {
    if (!isRecord(value)) return null;
    const isTicket = 'ticket_parts' in value && 'ticket_attributes' in value;
    const isConversation =
      'source' in value && ('conversation_parts' in value || value.type === 'conversation');
    if (!isTicket && !isConversation) return null;
    return {
      confidence: 1,
      reason: `Each object is ${isTicket ? 'a ticket' : 'a conversation'} in the format of Intercom's API.`,
    };
  },
  find(value, { line }, tally): FoundDialogue | null {
    const { source, conversation_parts, ticket_parts, ticket_attributes, ...rest } = value;
    if (!isRecord(source) && !isRecord(ticket_parts)) return null;
    if (isRecord(source) && conversation_parts === undefined) tally.add(LISTED_ONLY, line);
    const parts =
      listUnder(conversation_parts, ['conversation_parts']) ?? listUnder(ticket_parts, ['ticket_parts']);
    const opening = isRecord(source)
      ? [partOf({ created_at: value.created_at, ...source, part_type: 'comment' })]
      : openingOf(ticket_attributes, value.created_at);
    return {
      id: value.id,
      idField: 'id',
      records: [...opening, ...(parts?.list ?? []).map(partOf)],
      extra: attributesOf(rest, source, ticket_attributes),
    };
  },
});

function openingOf(attributes: unknown, time: unknown): FoundRecord[] {
  if (!isRecord(attributes)) return [];
  const words = [attributes._default_title_, attributes._default_description_].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  );
  if (words.length === 0) return [];
  const { text, html } = bodyOf(words.join('\n'));
  return [{ role: 'user', kind: 'customer', speaker: 'user', text, time, extra: html ? { html } : null }];
}

function partOf(part: unknown): FoundRecord {
  if (!isRecord(part)) return { fault: 'is not an object with "body" and "author".', value: part };
  const { body, author, part_type: type, created_at: time, attachments, subject } = part;
  if (type === 'note') return { left: 'notes that only the agents see' };
  if (typeof body !== 'string' || body === '') return { left: 'events without words (assignments, states)' };
  const authorType = isRecord(author) && typeof author.type === 'string' ? author.type : '';
  const kind = KINDS[authorType];
  if (kind === undefined) {
    return {
      fault: `has an author of the unknown type "${authorType.slice(0, 40)}".`,
      value: part,
    };
  }
  const { text, html } = bodyOf(body);
  const name = isRecord(author) ? (idText(author.name) ?? idText(author.id)) : null;
  return {
    role: roleOfKind(kind),
    kind,
    speaker: name ?? authorType,
    text,
    time,
    extra: {
      ...(html && { html }),
      ...(type !== 'comment' && { part_type: type }),
      ...(typeof subject === 'string' && subject !== '' && { subject }),
      ...(recordsOf(attachments).length > 0 && {
        attachments: namesOf(recordsOf(attachments).map(({ name: file }) => file)),
      }),
    },
  };
}

/** Returns the values that become fields of dialogues: plain values, tags and a team's attributes. */
function attributesOf(rest: Fields, source: unknown, ticketAttributes: unknown): Fields {
  const nested = Object.entries(rest).filter(([, value]) => isRecord(value));
  const custom = [rest.custom_attributes, ticketAttributes].filter(isRecord);
  const tags = namesOf(recordsOf(isRecord(rest.tags) ? rest.tags.tags : null).map(({ name }) => name));
  return {
    ...Object.fromEntries(nested),
    ...Object.assign({}, ...custom),
    ...plainFields(rest, 'id'),
    tags: tags.length > 0 ? tags : undefined,
    ...(isRecord(source) && { delivered_as: source.delivered_as }),
  };
}
