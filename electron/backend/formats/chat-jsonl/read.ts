import { excerptOf, quoted } from '../bytes/excerpt.ts';
import { exactNumber, idText, isRecord, listUnder } from '../json/fields.ts';
import { type JsonItem, readJsonRecords } from '../json/records.ts';
import { isMessageList } from '../json/sample.ts';
import type { ImportEvent } from '../reading/import-event.ts';
import type { Reading } from '../reading/reading.ts';
import { cleanText, type Tally } from '../reading/tally.ts';
import { CHAT_ID_FIELDS, Conversation } from './conversation.ts';
import { DISPLAY_KEY, displayedMessages, MESSAGE_KEYS } from './messages.ts';

type JsonValue = Extract<JsonItem, { kind: 'value' }>;

const NO_ID =
  'Conversations without an id: {count}, the first in line {line}. They are called by their place in the file.';

/**
 * Reads chat logs: `{"messages":[{"role","content",…}]}` or a bare list of messages, one conversation a line,
 * or a JSON array of either. A record is a message. System messages, tool results and messages that only call
 * tools are ignored records. Their content is kept beside the message they belong to.
 */
export async function* readChatJsonl(reading: Reading): AsyncGenerator<ImportEvent, void, undefined> {
  const firstLines = new Map<string, number>();
  let records = 0;
  for await (const item of readJsonRecords(reading)) {
    if (item.kind === 'reject') {
      records += item.records;
      yield item;
      continue;
    }
    const messages = messagesOf(item.value);
    records += Math.max(1, messages?.length ?? 0);
    yield* readConversation(item, messages, firstLines, reading.tally);
  }
  yield { kind: 'end', records };
}

function messagesOf(value: unknown): readonly unknown[] | null {
  if (isMessageList(value)) return value;
  if (isRecord(value) && typeof value[DISPLAY_KEY] === 'string') return displayedMessages(value[DISPLAY_KEY]);
  return listUnder(value, MESSAGE_KEYS)?.list ?? null;
}

function readConversation(
  item: JsonValue,
  messages: readonly unknown[] | null,
  firstLines: Map<string, number>,
  tally: Tally,
): ImportEvent[] {
  const { line, text } = item;
  const reject = (reason: string, records: number): ImportEvent[] => [
    { kind: 'reject', line, reason, excerpt: excerptOf(text), records },
  ];
  if (!messages)
    return reject(
      `Line ${line} has no list "messages". Each line must be {"messages": [{"role", "content"}]}.`,
      1,
    );
  const externalId = conversationId(item, tally);
  const first = firstLines.get(externalId);
  const records = Math.max(1, messages.length);
  if (first !== undefined) {
    return reject(
      `The id ${quoted(externalId)} already stands in line ${first}. Give the second conversation another id.`,
      records,
    );
  }
  firstLines.set(externalId, line);
  if (messages.length === 0)
    return reject(`The conversation ${quoted(externalId)} has no messages. Leave the line out.`, 1);
  const conversation = new Conversation(line, externalId, tally);
  for (const [index, message] of messages.entries()) conversation.add(message, index);
  return conversation.events(item.value);
}

function conversationId(item: JsonValue, tally: Tally): string {
  const { line, value } = item;
  if (isRecord(value)) {
    for (const field of CHAT_ID_FIELDS) {
      const id = value[field];
      const written =
        typeof id === 'number' && !Number.isSafeInteger(id) ? exactNumber(item.text, field) : null;
      const text = written ?? idText(id);
      if (text !== null) return cleanText(text, line, tally);
    }
    // Logs of agents that tried the same task several times.
    const task = idText(value.task_id);
    const trial = idText(value.trial);
    if (task !== null && trial !== null) return cleanText(`task-${task}-trial-${trial}`, line, tally);
  }
  tally.add(NO_ID, line);
  return item.place;
}
