import type { Role } from '../../domain/dialogue.ts';
import { byteLength } from './bounds.ts';

export interface DialogueLine {
  readonly id: number;
  readonly role: Role;
  readonly text: string;
}

export const ROLE_NAMES: Readonly<Record<Role, string>> = { user: 'User', system: 'System' };

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;
const BREAKS = /[\s\p{Cc}]+/gu;
/** Matches text that could end its own quotation: `<dialogue>`, `</ Dialogue`, also with a full-width bracket. */
const DELIMITERS =
  /[<＜﹤](?=[\s/／]*(?:dialogue|vocabulary|example|reference|slot|flow|program|truth|first|second)s?\b)/giu;

/** Returns a person's text for a prompt: one line, without invisible characters, unable to end its quotation. */
export function quotable(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(INVISIBLE, '')
    .replace(BREAKS, ' ')
    .replace(DELIMITERS, '‹')
    .trim();
}

/** Returns the turns of a dialogue, in order, as lines. Mask them first. */
export function dialogueLines(
  turns: readonly { readonly role: Role; readonly text: string }[],
): DialogueLine[] {
  return turns.map(({ role, text }, id) => ({ id, role, text: quotable(text) }));
}

export function formatLine(line: DialogueLine): string {
  return `${line.id} ${ROLE_NAMES[line.role]}: ${line.text}`;
}

interface WindowLimits {
  readonly bytes: number;
  readonly turns: number;
  readonly overlap: number;
}

export interface DialogueWindow {
  readonly lines: readonly DialogueLine[];
  readonly asked: readonly number[];
}

const CUT = ' […] ';

function shortened(line: DialogueLine, bytes: number): DialogueLine {
  if (byteLength(formatLine(line)) <= bytes) return line;
  // At most four bytes per code point.
  const keep = Math.max(8, Math.floor((bytes - byteLength(CUT) - 24) / 8));
  const points = [...line.text];
  if (points.length <= 2 * keep) return line;
  return { ...line, text: points.slice(0, keep).join('') + CUT + points.slice(-keep).join('') };
}

/**
 * Splits a dialogue. Every turn with text is requested in exactly one window; earlier turns are shown if there is room.
 * A single turn over the limit loses its middle.
 */
export function dialogueWindows(lines: readonly DialogueLine[], limits: WindowLimits): DialogueWindow[] {
  const short = lines.map((line) => shortened(line, limits.bytes));
  const sizes = short.map((line) => byteLength(formatLine(line)) + 1);
  const windows: DialogueWindow[] = [];
  for (let first = 0; first < short.length; ) {
    let bytes = 0;
    let start = first;
    while (start > 0 && first - start < limits.overlap && bytes + sizes[start - 1] <= limits.bytes / 2) {
      bytes += sizes[--start];
    }
    let end = first;
    const asked: number[] = [];
    while (
      end < short.length &&
      (asked.length === 0 || bytes + sizes[end] <= limits.bytes) &&
      (asked.length < limits.turns || short[end].text === '')
    ) {
      if (short[end].text !== '') asked.push(short[end].id);
      bytes += sizes[end++];
    }
    if (asked.length > 0) windows.push({ lines: short.slice(start, end), asked });
    first = end;
  }
  return windows;
}

export interface PromptMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
}

export const VOCABULARY_PLACE = '{{vocabulary}}';

const MOST_VOCABULARY_BYTES = 4000;

export function offeredTags(names: readonly string[], most = 150): string[] {
  const offered: string[] = [];
  let bytes = 0;
  for (const name of names) {
    bytes += name.length * 3 + 2;
    if (offered.length === most || bytes > MOST_VOCABULARY_BYTES * 3) break;
    if (/^[^\s,#<＜]{1,48}$/u.test(name)) offered.push(name);
  }
  return offered;
}

const tidy = (text: string): string => text.replace(/<!--[\s\S]*?-->/g, '').trim();

const AS_JSON = `Answer as JSON instead of lines: an object with one array "rounds"; each element has "id" (the number), "role" ("User" or "System") and "tags" (an array of tags without "#").`;

/**
 * Returns a request's messages. The offered tags replace `{{vocabulary}}` in `prompt`.
 * `again` is true if an earlier answer lacked turns.
 */
export function tagMessages(
  prompt: string,
  window: DialogueWindow,
  options: {
    readonly vocabulary: readonly string[];
    readonly structured: boolean;
    readonly again?: boolean;
  },
): PromptMessage[] {
  const offered =
    options.vocabulary.length > 0
      ? options.vocabulary.map((name) => `#${quotable(name)}`).join(' ')
      : '(none yet)';
  const system = tidy(prompt).split(VOCABULARY_PLACE).join(offered);
  const ids = window.asked.join(', ');
  const ask = options.again
    ? `An earlier answer was missing or wrong for some lines. Read the whole dialogue again and answer only for the ids ${ids}.`
    : `Answer for the ids ${ids}, each exactly once.`;
  return [
    { role: 'system', content: options.structured ? `${system}\n\n${AS_JSON}` : system },
    {
      role: 'user',
      content: `<dialogue>\n${window.lines.map(formatLine).join('\n')}\n</dialogue>\n\n${ask}`,
    },
  ];
}

/** The JSON schema of a structured answer. Strict servers require every key. Renaming it would lose stored answers. */
export const ANSWER_SCHEMA = {
  name: 'tags_of_rounds',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['rounds'],
    properties: {
      rounds: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['id', 'role', 'tags'],
          properties: {
            id: { type: 'integer' },
            role: { type: 'string', enum: Object.values(ROLE_NAMES) },
            tags: { type: 'array', items: { type: 'string' } },
          },
        },
      },
    },
  },
} as const;

/** Returns the most tokens of an answer: generous for its lines, but far too few for a model that never stops. */
export function answerTokens(asked: number, perTurn: number): number {
  return 64 + asked * perTurn;
}

export function askedLines(window: DialogueWindow): DialogueLine[] {
  const asked = new Set(window.asked);
  return window.lines.filter((line) => asked.has(line.id));
}
