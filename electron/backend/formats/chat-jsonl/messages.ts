import { excerptOfValue } from '../bytes/format-error.ts';
import { isRecord } from '../json/fields.ts';

export const MESSAGE_KEYS = ['messages', 'traj', 'conversation', 'conversations'] as const;

export const ROLE_FIELDS = ['role', 'from'] as const;

/** Key of a whole transcript in one text, with messages as `role: words`. */
export const DISPLAY_KEY = 'messages_display';

/** Returns the messages of a transcript that is one text. The reply "None" stands for a tool call without a name. */
export function displayedMessages(
  text: string,
): { role: string; content: string | null; tool_calls?: unknown }[] {
  const parts = text.split(/^(user|assistant|system|tool): ?/m);
  const messages: { role: string; content: string | null; tool_calls?: unknown }[] = [];
  const before = parts[0]?.trim() ?? '';
  if (before !== '') messages.push({ role: 'system', content: before });
  for (let index = 1; index < parts.length; index += 2) {
    const role = parts[index] ?? '';
    const content = (parts[index + 1] ?? '').replace(/\n$/, '');
    if (role === 'assistant' && content === 'None')
      messages.push({ role, content: null, tool_calls: [{ name: 'tool' }] });
    else messages.push({ role, content });
  }
  return messages;
}

interface ChatMessage {
  readonly role: string;
  readonly name: string | null;
  /** Null if the message has no text, such as a message with only a tool call. */
  readonly text: string | null;
  /** Parts of the content that are not text (images, audio), without their data. */
  readonly parts: readonly Readonly<Record<string, unknown>>[];
  readonly calls: readonly ToolCall[];
  /** In a tool's answer, the id of the call that it answers. */
  readonly callId: string | null;
  readonly time: string | null;
}

interface ToolCall {
  readonly id: string | null;
  readonly name: string;
  readonly arguments: string;
}

export const MESSAGE_FIELDS = [
  'role',
  'from',
  'content',
  'value',
  'text',
  'name',
  'tool_calls',
  'function_call',
  'tool_call_id',
  'refusal',
  'timestamp',
  'created_at',
  'create_time',
  'time',
];

const VALUE_LIMIT = 200;

/** Returns a message, or its problem as the rest of a sentence that begins with its place. */
export function chatMessage(value: unknown): ChatMessage | string {
  if (!isRecord(value)) return 'is not an object. A message must be {"role", "content"}.';
  const role = value.role ?? value.from;
  if (typeof role !== 'string' || role === '') return 'has no "role". Write "user" or "assistant".';
  const content = value.content ?? value.value ?? value.text ?? value.refusal ?? null;
  const calls = toolCalls(value);
  const words = contentOf(content);
  if (words === null) return 'has a "content" that is neither text nor a list of parts.';
  if (content === null && calls.length === 0) return 'has neither "content" nor "tool_calls".';
  const time = value.timestamp ?? value.created_at ?? value.create_time ?? value.time;
  return {
    role: role.toLowerCase(),
    name: typeof value.name === 'string' && value.name !== '' ? value.name : null,
    // In a message with tool calls, some logs write empty content instead of null.
    text: content === null || (content === '' && calls.length > 0) ? null : words.text,
    parts: words.parts,
    calls,
    callId: typeof value.tool_call_id === 'string' ? value.tool_call_id : null,
    time: typeof time === 'string' || typeof time === 'number' ? String(time) : null,
  };
}

function contentOf(content: unknown): { text: string; parts: Readonly<Record<string, unknown>>[] } | null {
  if (content === null) return { text: '', parts: [] };
  if (typeof content === 'string') return { text: content, parts: [] };
  const list = isRecord(content) ? (Array.isArray(content.parts) ? content.parts : [content]) : content;
  if (!Array.isArray(list)) return null;
  const texts: string[] = [];
  const parts: Readonly<Record<string, unknown>>[] = [];
  for (const part of list) {
    if (typeof part === 'string') texts.push(part);
    else if (isRecord(part) && typeof part.text === 'string') texts.push(part.text);
    else if (isRecord(part)) parts.push(withoutData(part));
    else return null;
  }
  return { text: texts.join('\n'), parts };
}

function withoutData(part: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      const short =
        typeof value === 'object'
          ? excerptOfValue(value).length < VALUE_LIMIT
          : String(value).length <= VALUE_LIMIT;
      return [key, short ? value : 'left out: too long'];
    }),
  );
}

function toolCalls(message: Readonly<Record<string, unknown>>): ToolCall[] {
  const list = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  const old = isRecord(message.function_call) ? [{ function: message.function_call }] : [];
  return [...list, ...old].flatMap((call: unknown) => {
    if (!isRecord(call)) return [];
    const called = isRecord(call.function) ? call.function : call;
    if (typeof called.name !== 'string' || called.name === '') return [];
    const given = called.arguments ?? '';
    const id = typeof call.id === 'string' ? call.id : null;
    return [{ id, name: called.name, arguments: typeof given === 'string' ? given : excerptOfValue(given) }];
  });
}
