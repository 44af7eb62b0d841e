import { type DialogueLine, formatLine, quotable, ROLE_NAMES } from './dialogue-lines.ts';
import type { DialogueWindow } from './windows.ts';

export interface PromptMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
}

/** The placeholder in the prompt for the offered tags. */
export const VOCABULARY_PLACE = '{{vocabulary}}';

/** Bytes of offered tags that stay readable in a prompt. */
const MOST_VOCABULARY_BYTES = 4000;

/** The first of the given tags (most frequent first) that fit into a prompt. */
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

/** Whitespace and comments of a prompt file that mean nothing to the model. */
const tidy = (text: string): string => text.replace(/<!--[\s\S]*?-->/g, '').trim();

const AS_JSON = `Answer as JSON instead of lines: an object with one array "rounds"; each element has "id" (the number), "role" ("User" or "System") and "tags" (an array of tags without "#").`;

/**
 * Returns the messages of one request: the prompt as the system's, the delimited dialogue and the ids to answer for as
 * the user's.
 * @param prompt the editable text; `{{vocabulary}}` in it becomes the offered tags
 * @param again set if an earlier answer lacked requested turns
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

/** The JSON schema of a structured answer. Strict servers require every key. */
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

/** Maximum tokens of an answer: generous for its lines, far below a model that does not stop. */
export function answerTokens(asked: number, perRound: number): number {
  return 64 + asked * perRound;
}

export function askedLines(window: DialogueWindow): DialogueLine[] {
  const asked = new Set(window.asked);
  return window.lines.filter((line) => asked.has(line.id));
}
