import { isRecord } from './fields.ts';
import { FormatError, type FormatName } from './format.ts';
import type { FileHead } from './head.ts';
import { splitValues, topLevelKeys } from './json-values.ts';

const SAMPLE_LINES = 50;
/** Under these keys the neutral form and its relatives keep their list. */
export const TURN_KEYS = ['turns', 'utterances'] as const;
/** Under these keys files of chat messages keep their list. */
export const MESSAGE_KEYS = ['messages', 'traj', 'conversation', 'conversations'] as const;

interface JsonDetection {
  readonly format: FormatName;
  readonly confidence: number;
  readonly reason: string;
}

/** True when the first line, or half of the first lines, begins like JSON. */
export function looksLikeJson(head: FileHead): boolean {
  const lines = sampleLines(head);
  const like = lines.filter((line) => /^[[{]/.test(line));
  return like.length > 0 && (like[0] === lines[0] || like.length * 2 >= lines.length);
}

/**
 * Tells the two JSON formats apart by the keys of the first objects.
 * @throws FormatError UNKNOWN_FORMAT that names the keys found
 */
export function detectJson(head: FileHead): JsonDetection {
  const { values, unfinished } = sampleValues(head);
  const keys = new Set<string>();
  for (const value of values) {
    const detection = shapeOf(value);
    if (detection) return detection;
    if (isRecord(value)) for (const key of Object.keys(value)) keys.add(key);
  }
  // A value longer than the head has keys to show all the same.
  const cutKeys = unfinished ? topLevelKeys(unfinished) : [];
  const detection = shapeOf(Object.fromEntries(cutKeys.map((key) => [key, []])));
  if (detection) return { ...detection, confidence: 0.7 };
  for (const key of cutKeys) keys.add(key);
  const found = [...keys].slice(0, 20).map((key) => `"${key.slice(0, 60)}"`);
  throw new FormatError(
    'UNKNOWN_FORMAT',
    head.path,
    `"${head.path}" is JSON, but holds no dialogues this app knows${found.length > 0 ? `; its keys are ${found.join(', ')}` : ''}.`,
    'Each line must have "turns" with "speaker" and "text", or "messages" with "role" and "content".',
  );
}

/** The formats that the first values of a file have; none where it cannot be told. */
export function shapesOf(head: FileHead): Set<FormatName> {
  const { values } = sampleValues(head);
  return new Set(values.flatMap((value) => shapeOf(value)?.format ?? []));
}

/**
 * True for JSON Lines; false for a file that is one array, or whose values spread over several lines.
 * A first line that is JSON by itself decides, except that an array of dialogues on one line is one array.
 */
export function hasOneValuePerLine(head: FileHead): boolean {
  const [first = '', second = ''] = sampleLines(head);
  if (!/^[[{]/.test(first)) return true;
  const value = parsed(first);
  if (value !== undefined) return !Array.isArray(value) || isMessageList(value) || second !== '';
  // A list of messages so long that the head does not hold it.
  if (first.startsWith('[')) return second === '' && /^\[\s*\{\s*"role"/.test(first);
  const goesOn = /[[{,]$/.test(first) && second !== '' && !second.startsWith('{');
  return !goesOn;
}

function shapeOf(value: unknown): JsonDetection | null {
  if (isMessageList(value)) return { ...CHAT, reason: 'Each line is a list of messages with a "role".' };
  if (!isRecord(value)) return null;
  const turns = TURN_KEYS.find((name) => Array.isArray(value[name]));
  if (turns) return { format: 'neutral', confidence: 1, reason: `Each object has a list "${turns}".` };
  const messages = MESSAGE_KEYS.find((name) => Array.isArray(value[name]));
  return messages ? { ...CHAT, reason: `Each object has a list "${messages}".` } : null;
}

const CHAT = { format: 'chat-jsonl', confidence: 0.95 } as const;

export function isMessageList(value: unknown): value is readonly unknown[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((message) => isRecord(message) && typeof message.role === 'string')
  );
}

function sampleLines(head: FileHead): string[] {
  const text = head.bytes.toString('utf8');
  return text
    .split(head.newline === 0x0d ? '\r' : '\n', SAMPLE_LINES)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function sampleValues(head: FileHead): { values: unknown[]; unfinished: Buffer | null } {
  if (!hasOneValuePerLine(head)) {
    const { values, unfinished } = splitValues(head.bytes);
    return {
      values: values.slice(0, SAMPLE_LINES).map((bytes) => parsed(bytes.toString('utf8'))),
      unfinished,
    };
  }
  const lines = sampleLines(head);
  const [first] = lines;
  return { values: lines.map(parsed), unfinished: lines.length === 1 ? Buffer.from(first) : null };
}

/** The value, or undefined when it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
