import { quoted } from '../bytes/format-error.ts';
import { type FoundDialogue, type FoundRecord, jsonDialogueFormat } from '../json/dialogues.ts';
import { domainList, type Fields, idText, isRecord, listUnder, omit } from '../json/fields.ts';
import { isMessageList } from '../json/records.ts';
import {
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

/**
 * `{"messages":[{"role","content",…}]}` or only the list of messages. System messages, tool results and calls are stored
 * with the message to which they belong.
 */
export const chatJsonl = jsonDialogueFormat({
  name: 'chat-jsonl',
  expects: '"messages" with "role" and "content"',
  record: 'message',
  wrapping: 'values',
  asFields: (value) => (isMessageList(value) ? { messages: value } : null),
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
    const isEmpty = messages.list.length === 0;
    if (!isEmpty && !(isRecord(first) && ROLE_FIELDS.some((field) => typeof first[field] === 'string')))
      return null;
    return { confidence: isEmpty ? 0.5 : 0.95, reason: `Each object has a list "${messages.key}".` };
  },
  find(value): FoundDialogue | null {
    const display = value[DISPLAY_KEY];
    const list = listUnder(value, MESSAGE_KEYS);
    const messages = typeof display === 'string' ? displayedMessages(display) : list?.list;
    if (!messages) return null;
    const idField = CHAT_ID_FIELDS.find((field) => idText(value[field]) !== null);
    const domains = domainList(value.domain);
    const log = new ChatLog();
    const records = messages.map((message) => log.recordOf(message));
    return {
      id: idField === undefined ? trialOf(value) : value[idField],
      idField,
      domains,
      records,
      extra: {
        ...omit(value, [idField, list?.key ?? DISPLAY_KEY, domains.length > 0 && 'domain']),
        ...(log.instructions.length > 0 && { system_messages: log.instructions }),
        ...(log.calls.length > 0 && { calls_without_reply: log.calls }),
      },
    };
  },
});

/** Names a log of an agent that tried the same task several times. */
function trialOf({ task_id, trial }: Fields): string | null {
  const task = idText(task_id);
  const attempt = idText(trial);
  return task === null || attempt === null ? null : `task-${task}-trial-${attempt}`;
}

class ChatLog {
  readonly instructions: string[] = [];
  /** Calls and their results since the assistant last spoke. */
  calls: { name: string; arguments: string }[] = [];
  #results: { name: string; content: string }[] = [];
  readonly #callNames = new Map<string, string>();

  recordOf(value: unknown): FoundRecord {
    const message = chatMessage(value);
    if (typeof message === 'string') return { fault: message, value };
    const { role, calls, text, time, parts } = message;
    for (const { id, name, arguments: given } of calls) {
      if (id) this.#callNames.set(id, name);
      this.calls.push({ name, arguments: shortened(given, RESULT_LIMIT) });
    }
    if (INSTRUCTIONS.has(role)) {
      this.instructions.push(shortened(text ?? '', INSTRUCTION_LIMIT));
      return { left: 'system messages' };
    }
    if (TOOLS.has(role)) {
      const name = message.name ?? this.#callNames.get(message.callId ?? '') ?? 'tool';
      this.#results.push({ name, content: shortened(text ?? '', RESULT_LIMIT) });
      return { left: 'results of tools' };
    }
    const isUser = USERS.has(role);
    if (!isUser && !ASSISTANTS.has(role))
      return { fault: `has the role ${quoted(role)}. Write "user" or "assistant".`, value };
    if (!isUser && text === null) return { left: 'messages that only call tools' };
    const made = isUser ? [] : this.calls;
    const results = isUser ? [] : this.#results;
    if (!isUser) {
      this.calls = [];
      this.#results = [];
    }
    return {
      role: isUser ? 'user' : 'system',
      speaker: message.name ?? role,
      text: text ?? '',
      time,
      acts: made.length > 0 ? made.map(({ name }) => `call-${name}`) : null,
      extra: {
        ...omit(value as Fields, MESSAGE_FIELDS),
        ...(parts.length > 0 && { parts }),
        ...(made.length > 0 && { tool_calls: made }),
        ...(results.length > 0 && { kb_results: results }),
      },
    };
  }
}

function shortened(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
