import type { Role } from '#shared/domain/dialogue.ts';
import type { ImportedDialogue, ImportedUtterance } from '#shared/domain/imported-dialogue.ts';
import { excerptOfValue, quoted } from '../bytes/excerpt.ts';
import { parseTime } from '../conversations/time.ts';
import { domainList, extraFields, idText, isRecord, listUnder } from '../json/fields.ts';
import type { ImportEvent } from '../reading/import-event.ts';
import { cleanText, type Tally } from '../reading/tally.ts';
import { type ChatMessage, chatMessage, DISPLAY_KEY, MESSAGE_FIELDS, MESSAGE_KEYS } from './messages.ts';

/** Fields for a conversation's id; the first that exists is used. */
export const CHAT_ID_FIELDS = [
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

/** Maximum size to keep: policies repeat in every conversation, and answers of tools can be whole pages. */
const INSTRUCTION_LIMIT = 4000;
const RESULT_LIMIT = 8000;

/** One conversation while its messages come in. */
export class Conversation {
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

  /** @param value the conversation as it stood in the file, for its other fields */
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

/** The fields that the dialogue itself keeps: its id, its messages, its domains. */
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
