import { isRecord } from './fields.ts';
import { FormatError, type FormatName } from './format.ts';
import type { FileHead } from './head.ts';

const SAMPLE_LINES = 50;
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
  const keys = new Set<string>();
  for (const value of sampleValues(head)) {
    if (isMessageList(value))
      return {
        format: 'chat-jsonl',
        confidence: 0.9,
        reason: 'Each line is a list of messages with a "role".',
      };
    for (const one of Array.isArray(value) ? value.slice(0, SAMPLE_LINES) : [value]) {
      const format = formatOf(one);
      if (format) return format;
      if (isRecord(one)) for (const key of Object.keys(one)) keys.add(key);
    }
  }
  const format = formatOfText(head.bytes.toString('utf8'));
  if (format) return format;
  const found = [...keys].slice(0, 20).map((key) => `"${key.slice(0, 60)}"`);
  throw new FormatError(
    'UNKNOWN_FORMAT',
    head.path,
    `"${head.path}" is JSON, but holds no dialogues this app knows${found.length > 0 ? `; its keys are ${found.join(', ')}` : ''}.`,
    'Each line must have "turns" with "speaker" and "text", or "messages" with "role" and "content".',
  );
}

/**
 * True for JSON Lines; false for a file that is one array, or whose values spread over several lines.
 * A first line that is JSON by itself decides, except that an array of dialogues on one line is one array.
 */
export function hasOneValuePerLine(head: FileHead): boolean {
  const lines = sampleLines(head);
  const [first] = lines;
  if (!/^[[{]/.test(first)) return true;
  const value = parsed(first);
  if (value !== undefined) return !Array.isArray(value) || isMessageList(value) || lines.length > 1;
  if (first.startsWith('[')) return /^\[\s*\{\s*"role"/.test(first);
  // A first line that opens an object but is not JSON: broken, or the beginning of one over several lines.
  return (
    first.length > 1 && lines.slice(1).some((line) => line.startsWith('{') && parsed(line) !== undefined)
  );
}

function formatOf(value: unknown): JsonDetection | null {
  if (!isRecord(value)) return null;
  if (Array.isArray(value.turns)) return NEUTRAL;
  const key = MESSAGE_KEYS.find((name) => Array.isArray(value[name]));
  return key ? { ...CHAT, reason: `Each object has a list "${key}".` } : null;
}

const NEUTRAL: JsonDetection = {
  format: 'neutral',
  confidence: 1,
  reason: 'Each object has a list "turns".',
};
const CHAT: JsonDetection = {
  format: 'chat-jsonl',
  confidence: 0.95,
  reason: 'Each object has a list of messages.',
};

/** For values too long for the head: which list opens first in the text. */
function formatOfText(text: string): JsonDetection | null {
  const found = /"(turns|messages|traj|conversations?)"\s*:\s*\[/.exec(text);
  if (!found) return null;
  return { ...(found[1] === 'turns' ? NEUTRAL : CHAT), confidence: 0.7 };
}

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

function sampleValues(head: FileHead): unknown[] {
  return sampleLines(head).map(parsed);
}

/** The value, or undefined when it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
