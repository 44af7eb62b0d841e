import type { Role } from '../../domain/dialogue.ts';
import { placeholdersIn } from '../privacy/masker.ts';
import type { DialogueLine } from './messages.ts';

type TagFault = 'empty' | 'too-long' | 'not-a-tag';

type TagReading =
  | { readonly tag: string; readonly fault: null }
  | { readonly tag: null; readonly fault: TagFault };

/** The most words of a tag. The prompt asks for three; a fourth is accepted. */
const MOST_WORDS = 4;
const MOST_CHARACTERS = 48;

const NONE: ReadonlySet<string> = new Set();
const PLACEHOLDERS = new Set(['tag', 'tags', 'none', 'null', 'n/a', 'na', 'no-tag', 'no-tags', 'untagged']);

/** Returns the canonical spelling: lower case, words joined by "-", without surrounding quotes and punctuation. */
export function spellingOf(piece: string): string {
  return piece
    .slice(0, 400)
    .toLowerCase()
    .replace(/\([^)]*\)\s*$/, '')
    .replace(/[\s\p{Cc}_,]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/[^\p{L}\p{N}\p{M}+%&$€£]+$/u, '')
    .replace(/-{2,}/g, '-')
    .replace(/\p{Cs}/gu, '\ufffd');
}

export function readTag(piece: string, known: ReadonlySet<string> = NONE): TagReading {
  const tag = spellingOf(piece);
  if (tag === '') return { tag: null, fault: 'empty' };
  if (known.has(tag)) return { tag, fault: null };
  // Hidden data, such as [phone-1], says nothing about other turns.
  if (PLACEHOLDERS.has(tag) || placeholdersIn(piece).length > 0) return { tag: null, fault: 'not-a-tag' };
  if (tag.split('-').length > MOST_WORDS || [...tag].length > MOST_CHARACTERS) {
    return { tag: null, fault: 'too-long' };
  }
  return { tag, fault: null };
}

/** Splits a line into tags at "#", or at commas, or at spaces; null if it looks like a sentence. */
function splitTags(text: string): string[] | null {
  const line = text.trim();
  if (line === '') return [];
  if (/[#＃]/.test(line)) {
    const [before, ...pieces] = line.split(/[#＃]/);
    // Text before the first "#" belongs to no tag; a sentence with a "#" inside is a sentence.
    if (/[\p{L}\p{N}]/u.test(before) && before.trim().split(/\s+/).length > 2) return null;
    return pieces.flatMap((piece) => piece.split(/[,;|]/)).filter((piece) => piece.trim() !== '');
  }
  if (/[,;|]/.test(line)) return line.split(/[,;|]/).filter((piece) => piece.trim() !== '');
  const words = line.split(/\s+/);
  if (words.length > 1 && !words.some((word) => word.includes('-')) && words.length > MOST_WORDS) return null;
  return words;
}

interface AnswerEntry {
  readonly id: number;
  /** Null if the line names no speaker. */
  readonly role: Role | 'unknown' | null;
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

/** Matches an id and a role, each possibly in brackets or quotes, and a colon. */
const WITH_ROLE =
  /^[\s>*•·"'`-]{0,12}(?:\d{1,6}[.)]\s{1,4})?[<([]?(\d{1,6})[>)\]]?[.):,]?\**\s{0,4}[-–|]?\s{0,4}\**[<([]?\s?(\p{L}{1,20})\s?[>)\]]?\**\s{0,4}[:：]\**(.*)$/u;
/** Matches a line without a role. Only the "#" distinguishes it from a numbered list. */
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

/** Returns every complete object if the answer is truncated; null if it is not JSON. */
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

/** Reads lines `<id> <role>: #tag #tag` or JSON and skips other lines. Drops the last line of a truncated answer. */
function answerEntries(answer: string, cutOff: boolean): AnswerEntry[] {
  const text = answer.replace(/^\s*```[\p{L}]*\s*$/gmu, '').trim();
  const json = entriesOfJson(text);
  if (json) return json;
  const lines = text.split(/\r\n|[\n\r\u2028]/);
  if (cutOff) lines.pop();
  return lines.map(entryOfLine).filter((entry) => entry !== null);
}

type AnswerIssueKind =
  | 'missing'
  | 'extra'
  | 'doubled'
  | 'wrong-role'
  | 'no-tags'
  | 'too-long'
  | 'not-a-tag'
  | 'too-many';

interface AnswerIssue {
  readonly kind: AnswerIssueKind;
  readonly id: number;
}

export interface CheckedAnswer {
  readonly tags: ReadonlyMap<number, readonly string[]>;
  /** Requested ids without tags, in order. Ask for these again. */
  readonly wrong: readonly number[];
  readonly issues: readonly AnswerIssue[];
}

export const MOST_TAGS_OF_TURN = 8;

/** Checks an answer line by line against the requested turns. Never throws, never tags another id. */
export function checkAnswer(
  answer: string,
  asked: readonly Pick<DialogueLine, 'id' | 'role'>[],
  options: {
    readonly cutOff?: boolean;
    readonly known?: ReadonlySet<string>;
  } = {},
): CheckedAnswer {
  const roles = new Map(asked.map(({ id, role }) => [id, role]));
  const tags = new Map<number, string[]>();
  const refused = new Set<number>();
  const issues: AnswerIssue[] = [];
  const seen = new Set<number>();
  for (const entry of answerEntries(answer, options.cutOff ?? false)) {
    const { id } = entry;
    const role = roles.get(id);
    if (role === undefined) {
      issues.push({ kind: 'extra', id });
      continue;
    }
    const twice = seen.has(id);
    seen.add(id);
    if (entry.role !== null && entry.role !== role) {
      issues.push({ kind: 'wrong-role', id });
      // A line for the other speaker may belong to another turn; so everything for this id is doubtful.
      refused.add(id);
      continue;
    }
    const own: string[] = [];
    if (entry.pieces === null) issues.push({ kind: 'not-a-tag', id });
    for (const piece of entry.pieces ?? []) {
      const { tag, fault } = readTag(piece, options.known);
      if (tag === null) {
        if (fault !== 'empty') issues.push({ kind: fault, id });
      } else if (!own.includes(tag)) own.push(tag);
    }
    if (own.length > MOST_TAGS_OF_TURN) {
      issues.push({ kind: 'too-many', id });
      own.length = MOST_TAGS_OF_TURN;
    }
    if (own.length === 0 && entry.pieces?.length === 0) issues.push({ kind: 'no-tags', id });
    if (twice && (tags.get(id) ?? []).join(' ') !== own.join(' ')) {
      issues.push({ kind: 'doubled', id });
      refused.add(id);
    }
    if (own.length > 0) tags.set(id, own);
  }
  const wrong: number[] = [];
  for (const { id } of asked) {
    if (!seen.has(id)) issues.push({ kind: 'missing', id });
    if (refused.has(id)) tags.delete(id);
    if (!tags.has(id)) wrong.push(id);
  }
  return { tags, wrong, issues };
}

const SENTENCES: Readonly<Record<AnswerIssueKind, string>> = {
  missing: 'The model gave no answer for this turn.',
  extra: 'The model returned tags for a turn it was not asked about.',
  doubled: 'The model gave two different answers for this turn.',
  'wrong-role': 'The model named the wrong speaker for this turn.',
  'no-tags': 'The model returned no tags for this turn.',
  'too-long': 'The model returned text that is too long for a tag.',
  'not-a-tag': 'The model returned text that is not a tag.',
  'too-many': 'The model returned too many tags.',
};

export function reasonFor(checked: CheckedAnswer, id: number): string {
  const issue = checked.issues.find((candidate) => candidate.id === id);
  return SENTENCES[issue?.kind ?? 'missing'];
}
