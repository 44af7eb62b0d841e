import { roleOfKind } from '#shared/domain/dialogue.ts';
import { bodyOf } from '../conversations/html-text.ts';
import { parseTime } from '../conversations/time.ts';
import { type FoundRecord, jsonDialogueFormat } from '../json/dialogues.ts';
import { fullName, idText, isRecord, listUnder, namesOf, plainFields, recordsOf } from '../json/fields.ts';

/** Help Scout's conversations, with their threads newest first. Notes and events are left out. */
export const helpScout = jsonDialogueFormat({
  name: 'help-scout',
  expects: '"_embedded" with "threads" (Help Scout)',
  record: 'thread',
  recognise(value) {
    if (!isRecord(value) || !listUnder(value._embedded, ['threads'])) return null;
    return {
      confidence: 1,
      reason: "Each object is a conversation with its threads, in the format of Help Scout's API.",
    };
  },
  find(value) {
    const threads = listUnder(value._embedded, ['threads'])?.list;
    if (!threads) return null;
    const tags = namesOf(recordsOf(value.tags).map(({ tag }) => tag));
    return {
      id: value.id,
      idField: 'id',
      extra: { ...plainFields(value, 'id'), tags: tags.length > 0 ? tags : undefined },
      records: inTime(threads).map(turnOf),
    };
  },
});

function inTime(threads: readonly unknown[]): readonly unknown[] {
  const msOf = (thread: unknown): number =>
    (isRecord(thread) && typeof thread.createdAt === 'string'
      ? parseTime(thread.createdAt, 'dmy')?.epochMs
      : null) ?? Number.NaN;
  if (threads.some((thread) => Number.isNaN(msOf(thread)))) return threads;
  // The list begins with the newest, so of two entries in the same second, the later one in the list is older.
  return threads.toReversed().sort((one, other) => msOf(one) - msOf(other));
}

function turnOf(thread: unknown): FoundRecord {
  if (!isRecord(thread)) return { fault: 'is not an object with "type" and "body".', value: thread };
  const { type, body, createdBy, createdAt } = thread;
  if (type === 'note') return { left: 'notes that only the agents see' };
  if (typeof body !== 'string' || body === '') return { left: 'events without words (assignments, states)' };
  const by = isRecord(createdBy) ? createdBy : {};
  const kind = by.type === 'customer' || type === 'customer' ? 'customer' : 'agent';
  const { text, html } = bodyOf(body);
  return {
    role: roleOfKind(kind),
    kind,
    speaker: fullName(by.first, by.last) || (idText(by.email) ?? kind),
    text,
    time: createdAt,
    extra: { ...(html && { html }), type },
  };
}
