import type { Role } from '../../domain/dialogue.ts';
import { jsonOfAnswer } from '../generation/read-answer.ts';
import { readTag } from '../model-tagging/check-answer.ts';
import { type PromptMessage, quotable, ROLE_NAMES } from '../model-tagging/messages.ts';

/** The number of turns with the name `left` in one run and `right` in the other. */
export interface NamedTogether {
  readonly left: string;
  readonly right: string;
  readonly turns: number;
}

/**
 * Counts turns with the same name in two runs. Names are matched one to one, most common turns first, ties by name.
 * The result is at least half of the best matching.
 */
export function turnsAlike(cells: readonly NamedTogether[]): number {
  const left = new Set<string>();
  const right = new Set<string>();
  let turns = 0;
  const byName = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
  for (const cell of cells.toSorted(
    (a, b) => b.turns - a.turns || byName(a.left, b.left) || byName(a.right, b.right),
  )) {
    if (left.has(cell.left) || right.has(cell.right)) continue;
    left.add(cell.left);
    right.add(cell.right);
    turns += cell.turns;
  }
  return turns;
}

interface ReadNames {
  readonly names: ReadonlyMap<number, string>;
  /** The problem of the answer, as a sentence; null if there is none. */
  readonly problem: string | null;
}

const NO_NAME = 'other';

const nothing = (problem: string): ReadNames => ({ names: new Map(), problem });

/** Parses the names of clusters strictly. Valid names are kept even if others are invalid. */
export function readNames(answer: string, ids: readonly number[]): ReadNames {
  const value = jsonOfAnswer(answer);
  if (value === undefined) return nothing('It was not a single JSON object.');
  const listed = typeof value === 'object' && value !== null && 'names' in value ? value.names : null;
  if (!Array.isArray(listed)) return nothing('It was not a JSON object with a list "names".');
  const asked = new Set(ids);
  const names = new Map<number, string>();
  let problem: string | null = null;
  const wrong = (sentence: string): void => {
    problem ??= sentence;
  };
  for (const entry of listed as unknown[]) {
    const { id, name } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<
      string,
      unknown
    >;
    if (typeof id !== 'number' || typeof name !== 'string')
      wrong('An entry of "names" was not {"id": number, "name": text}.');
    else if (!asked.has(id)) wrong(`It named group ${id}, which was not in the request.`);
    else if (names.has(id)) wrong(`It named ${id} twice.`);
    else {
      const { tag, fault } = readTag(name);
      if (tag === null)
        wrong(`The name for cluster ${id} ${fault === 'too-long' ? 'is too long' : 'cannot be used'}.`);
      else if (tag !== NO_NAME) names.set(id, tag);
    }
  }
  return { names, problem: listed.length === 0 ? 'It named no group.' : problem };
}

export interface ShownCluster {
  readonly id: number;
  readonly sentences: readonly string[];
}

export const NAMES_SCHEMA = {
  type: 'object',
  properties: {
    names: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'integer' }, name: { type: 'string' } },
        required: ['id', 'name'],
        additionalProperties: false,
      },
    },
  },
  required: ['names'],
  additionalProperties: false,
} as const;

export const TOKENS_PER_NAME = 40;

/**
 * Returns a request's messages. `known` has the names of the role's clusters so far.
 * `problem` is a fault of an earlier answer.
 */
export function namingMessages(
  prompt: string,
  role: Role,
  clusters: readonly ShownCluster[],
  known: readonly string[],
  problem: string | null = null,
): PromptMessage[] {
  const again =
    problem === null ? '' : `An earlier answer could not be used: ${problem} Keep to the form this time. `;
  const shown = clusters.flatMap(({ id, sentences }) => [
    `${id} ${ROLE_NAMES[role]}`,
    ...sentences.map((sentence) => `- ${quotable(sentence)}`),
  ]);
  const ids = clusters.map(({ id }) => id).join(', ');
  return [
    { role: 'system', content: prompt.trim() },
    {
      role: 'user',
      content: [
        ['<vocabulary>', known.map(quotable).join(' ') || '(none yet)', '</vocabulary>'].join('\n'),
        ['<examples>', ...shown, '</examples>'].join('\n'),
        `${again}Name the groups ${ids}. Answer with the JSON object.`,
      ].join('\n\n'),
    },
  ];
}
