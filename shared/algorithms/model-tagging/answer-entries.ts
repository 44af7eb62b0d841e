import type { Role } from '../../domain/dialogue.ts';
import { splitTags } from './one-tag.ts';

/** An answer's entry for one id, before it is checked against the question. */
interface AnswerEntry {
  readonly id: number;
  /** Null if the line names none. */
  readonly role: Role | 'unknown' | null;
  /** Pieces that are meant as tags; null if there is a sentence instead. */
  readonly pieces: readonly string[] | null;
}

const MOST_LINE_CHARACTERS = 4000;

const ROLE_OF_NAME: Readonly<Record<string, Role>> = {
  user: 'user',
  customer: 'user',
  client: 'user',
  system: 'system',
  agent: 'system',
  assistant: 'system',
  bot: 'system',
};

function roleOf(name: unknown): Role | 'unknown' | null {
  if (name === undefined || name === null || name === '') return null;
  return ROLE_OF_NAME[String(name).trim().toLowerCase()] ?? 'unknown';
}

/** An id, perhaps in brackets or quotes; then a role, perhaps so too; then a colon. */
const WITH_ROLE =
  /^[\s>*•·"'`-]{0,12}(?:\d{1,6}[.)]\s{1,4})?[<([]?(\d{1,6})[>)\]]?[.):,]?\**\s{0,4}[-–|]?\s{0,4}\**[<([]?\s?(\p{L}{1,20})\s?[>)\]]?\**\s{0,4}[:：]\**(.*)$/u;
/** The role is optional. Only "#" distinguishes such a line from a numbered list. */
const WITHOUT_ROLE = /^[\s>*•·"'`-]{0,12}[<([]?(\d{1,6})[>)\]]?\s{0,4}[:：.)–-]?\s{0,4}([#＃].*)$/u;

function entryOfLine(whole: string): AnswerEntry | null {
  const line = whole.slice(0, MOST_LINE_CHARACTERS);
  const named = WITH_ROLE.exec(line);
  if (named) return { id: Number(named[1]), role: roleOf(named[2]), pieces: splitTags(named[3]) };
  const bare = WITHOUT_ROLE.exec(line);
  return bare ? { id: Number(bare[1]), role: null, pieces: splitTags(bare[2]) } : null;
}

function entryOfValue(value: unknown): AnswerEntry | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  const id = typeof value.id === 'string' && /^\d{1,6}$/.test(value.id) ? Number(value.id) : value.id;
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 0) return null;
  const tags = 'tags' in value ? value.tags : null;
  const pieces = Array.isArray(tags)
    ? tags.filter((tag): tag is string => typeof tag === 'string')
    : typeof tags === 'string'
      ? splitTags(tags.slice(0, MOST_LINE_CHARACTERS))
      : [];
  return { id, role: roleOf('role' in value ? value.role : null), pieces };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Entries of a JSON answer; if it is truncated, every complete object. Null if it is not JSON. */
function entriesOfJson(text: string): AnswerEntry[] | null {
  const start = text.search(/[[{]/);
  if (start === -1 || /[\p{L}\p{N}]/u.test(text.slice(0, start))) return null;
  const body = text.slice(start);
  const value = parsed(body);
  if (value === undefined) {
    const objects = body.match(/\{[^{}]*\}/g) ?? [];
    const entries = objects.map((object) => entryOfValue(parsed(object))).filter((entry) => entry !== null);
    return entries.length > 0 ? entries : null;
  }
  const list =
    Array.isArray(value) || typeof value !== 'object' || value === null
      ? value
      : (Object.values(value).find(Array.isArray) ?? []);
  return Array.isArray(list) ? list.map(entryOfValue).filter((entry) => entry !== null) : null;
}

/**
 * Takes an answer apart, as lines `<id> <role>: #tag #tag` or as JSON. Lines that are neither (a greeting, a code
 * fence) are passed over.
 * @param cutOff the answer ended before it was complete; its last line may be half a line and is dropped
 */
export function answerEntries(answer: string, cutOff: boolean): AnswerEntry[] {
  const text = answer.replace(/^\s*```[\p{L}]*\s*$/gmu, '').trim();
  const json = entriesOfJson(text);
  if (json) return json;
  const lines = text.split(/\r\n|[\n\r\u2028]/);
  if (cutOff) lines.pop();
  return lines.map(entryOfLine).filter((entry) => entry !== null);
}
