import type { ImportedDialogue, ImportedUtterance, Role } from '#shared/domain/dialogue.ts';
import { excerptOf, excerptOfValue, quoted } from '../bytes/format-error.ts';
import { parseTime } from '../conversations/time.ts';
import type { JsonFormat } from '../format.ts';
import { domainList, exactNumber, extraFields, idText, isRecord, listUnder } from '../json/fields.ts';
import { isMessageList, type JsonItem, readJsonRecords } from '../json/records.ts';
import { cleanText, type ImportEvent, type Reading, type Tally } from '../reading/reading.ts';
import {
  type ChatMessage,
  chatMessage,
  DISPLAY_KEY,
  displayedMessages,
  MESSAGE_FIELDS,
  MESSAGE_KEYS,
  ROLE_FIELDS,
} from './messages.ts';

/** Fields that may have a conversation's id. The first one that exists is used. */
const CHAT_ID_FIELDS = [
  'id',
  'conversation_id',
  'conversationId',
  'session_id',
  'thread_id',
  'chat_id',
] as const;
const USERS: ReadonlySet<string> = new Set(['user', 'human', 'customer']);
const ASSISTANTS: ReadonlySet<string> = new Set([
  'assistant',
  'gpt',
  'model',
  'bot',
  'agent',
  'ai',
  'chatbot',
]);
const INSTRUCTIONS: ReadonlySet<string> = new Set(['system', 'developer']);
const TOOLS: ReadonlySet<string> = new Set(['tool', 'function', 'observation', 'function_response']);

/** Longer instructions are cut, because policies repeat in every conversation, and tool answers can be whole pages. */
const INSTRUCTION_LIMIT = 4000;
const RESULT_LIMIT = 8000;

class Conversation {
  readonly #line: number;
  readonly #externalId: string;
  readonly #tally: Tally;
  readonly #utterances: ImportedUtterance[] = [];
  readonly #instructions: string[] = [];
  readonly #ignored = new Map<string, number>();
  readonly #rejects: ImportEvent[] = [];
  readonly #callNames = new Map<string, string>();
  /** Calls and their results since the assistant last spoke. */
  #calls: { name: string; arguments: string }[] = [];
  #results: { name: string; content: string }[] = [];

  constructor(line: number, externalId: string, tally: Tally) {
    this.#line = line;
    this.#externalId = externalId;
    this.#tally = tally;
  }

  add(value: unknown, index: number): void {
    const message = chatMessage(value);
    if (typeof message === 'string') {
      this.#reject(value, index, message);
      return;
    }
    for (const { id, name, arguments: given } of message.calls) {
      if (id) this.#callNames.set(id, name);
      this.#calls.push({ name: this.#clean(name), arguments: shortened(given, RESULT_LIMIT) });
    }
    if (INSTRUCTIONS.has(message.role)) {
      this.#instructions.push(shortened(message.text ?? '', INSTRUCTION_LIMIT));
      this.#ignore('system messages');
    } else if (TOOLS.has(message.role)) {
      const name = message.name ?? this.#callNames.get(message.callId ?? '') ?? 'tool';
      this.#results.push({ name: this.#clean(name), content: shortened(message.text ?? '', RESULT_LIMIT) });
      this.#ignore('results of tools');
    } else if (USERS.has(message.role)) this.#speak('user', message, value as object);
    else if (!ASSISTANTS.has(message.role))
      this.#reject(value, index, `has the role ${quoted(message.role)}. Write "user" or "assistant".`);
    else if (message.text === null) this.#ignore('messages that only call tools');
    else this.#speak('system', message, value as object);
  }

  /** @param value the conversation as in the file, from which other fields are taken */
  events(value: unknown): ImportEvent[] {
    const events: ImportEvent[] = [...this.#rejects];
    for (const [reason, records] of this.#ignored)
      events.push({ kind: 'ignored', line: this.#line, records, reason });
    if (this.#utterances.length === 0) return events;
    const record = isRecord(value) ? value : {};
    const domains = domainList(record.domain);
    const extra = {
      ...extraFields(record, takenFields(record, domains), this.#line, this.#tally),
      ...(this.#instructions.length > 0 && { system_messages: this.#instructions }),
      ...(this.#calls.length > 0 && { calls_without_reply: this.#calls }),
    };
    const dialogue: ImportedDialogue = {
      externalId: this.#externalId,
      domains: domains.map((domain) => this.#clean(domain)),
      utterances: this.#utterances,
      extra: Object.keys(extra).length > 0 ? extra : null,
    };
    return [{ kind: 'dialogue', dialogue }, ...events];
  }

  #speak(role: Role, message: ChatMessage, value: object): void {
    const time = message.time === null ? null : parseTime(message.time, 'dmy');
    const calls = role === 'system' ? this.#calls : [];
    const results = role === 'system' ? this.#results : [];
    if (role === 'system') {
      this.#calls = [];
      this.#results = [];
    }
    const extra = {
      ...extraFields(value, MESSAGE_FIELDS, this.#line, this.#tally),
      ...(message.time !== null && !time && { time: message.time }),
      ...(message.parts.length > 0 && { parts: message.parts }),
      ...(calls.length > 0 && { tool_calls: calls }),
      ...(results.length > 0 && { kb_results: results }),
    };
    this.#utterances.push({
      role,
      speaker: this.#clean(message.name ?? message.role),
      text: this.#clean(message.text ?? ''),
      time: time ? new Date(time.epochMs).toISOString() : null,
      line: this.#line,
      acts: calls.length > 0 ? calls.map(({ name }) => `call-${name}`) : null,
      extra: Object.keys(extra).length > 0 ? extra : null,
    });
  }

  #ignore(reason: string): void {
    this.#ignored.set(reason, (this.#ignored.get(reason) ?? 0) + 1);
  }

  #reject(value: unknown, index: number, fault: string): void {
    const reason = `Message ${index + 1} of ${quoted(this.#externalId)} ${fault}`;
    const excerpt = excerptOfValue(value);
    this.#rejects.push({ kind: 'reject', line: this.#line, reason, excerpt, records: 1 });
  }

  #clean(text: string): string {
    return cleanText(text, this.#line, this.#tally);
  }
}

function takenFields(record: Readonly<Record<string, unknown>>, domains: readonly string[]): Set<string> {
  const id = CHAT_ID_FIELDS.find((field) => idText(record[field]) !== null);
  const list = listUnder(record, MESSAGE_KEYS)?.key ?? DISPLAY_KEY;
  return new Set(
    [id, list, ...(domains.length > 0 ? ['domain'] : [])].filter((field) => field !== undefined),
  );
}

function shortened(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}

type JsonValue = Extract<JsonItem, { kind: 'value' }>;

const NO_ID =
  'Dialogues without an id: {count}, the first in line {line}. Dialogram numbers these dialogues by their position in the file.';

/**
 * Reads `{"messages":[{"role","content",…}]}` or only the list of messages, one conversation per line, or a JSON array
 * of either. System messages, tool results and calls are stored with the message to which they belong.
 */
async function* readChatJsonl(reading: Reading): AsyncGenerator<ImportEvent, void, undefined> {
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
      `The id ${quoted(externalId)} is already used in line ${first}. Give the second dialogue another id.`,
      records,
    );
  }
  firstLines.set(externalId, line);
  if (messages.length === 0)
    return reject(`The dialogue ${quoted(externalId)} has no messages. Leave the line out.`, 1);
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
    // These are logs of agents that tried the same task several times.
    const task = idText(value.task_id);
    const trial = idText(value.trial);
    if (task !== null && trial !== null) return cleanText(`task-${task}-trial-${trial}`, line, tally);
  }
  tally.add(NO_ID, line);
  return item.place;
}

export const chatJsonl: JsonFormat = {
  name: 'chat-jsonl',
  notation: 'json',
  expects: '"messages" with "role" and "content"',
  recognise(value) {
    if (isMessageList(value))
      return { confidence: 0.95, reason: 'Each line is a list of messages with a "role".' };
    if (isRecord(value) && typeof value[DISPLAY_KEY] === 'string')
      return {
        confidence: 0.95,
        reason: `Each object has its whole transcript in one text field, "${DISPLAY_KEY}".`,
      };
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
