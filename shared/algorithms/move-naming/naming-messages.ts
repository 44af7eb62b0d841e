import { jsonOfAnswer } from '../generation/read-answer.ts';
import { readTag } from '../model-tagging/check-answer.ts';
import { type PromptMessage, quotable } from '../model-tagging/messages.ts';

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

const FAULTS = {
  empty: 'cannot be used',
  'not-a-tag': 'cannot be used',
  'too-long': 'is too long',
  taken: 'is in use',
};

type NameReader = (
  name: string,
  id: number,
) => { readonly tag: string | null; readonly fault: keyof typeof FAULTS | null };

/**
 * Returns a function that reads names of topics: plain words, and no two topics with the same name.
 * @param own the current names, by id
 */
export function topicNameReader(own: ReadonlyMap<number, string>, known: readonly string[]): NameReader {
  const ids = new Map(known.map((name) => [name.toLowerCase(), 0]));
  for (const [id, name] of own) ids.set(name.toLowerCase(), id);
  return (text, id) => {
    const read = readTag(text);
    if (read.tag === null || read.tag === NO_NAME) return read;
    // Capitals stay, as in "iOS update".
    const start = text.toLowerCase().search(/[\p{L}\p{N}]/u);
    const words = text
      .slice(start)
      .replace(/[\s\p{Cc}_]+/gu, ' ')
      .replace(/[^\p{L}\p{N}\p{M})]+$/u, '');
    const name = words.includes(' ') ? words : words.replaceAll('-', ' ');
    if (!/\p{L}{2}/u.test(name)) return { tag: null, fault: 'not-a-tag' };
    const key = name.toLowerCase();
    if ((ids.get(key) ?? id) !== id) return { tag: null, fault: 'taken' };
    ids.set(key, id);
    return { tag: name, fault: null };
  };
}

/** Parses the names of clusters strictly. Valid names are kept even if others are invalid. */
export function readNames(
  answer: string,
  ids: readonly number[],
  readName: NameReader = (name) => readTag(name),
): ReadNames {
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
      const { tag, fault } = readName(name, id);
      if (tag === null) wrong(`The name for cluster ${id} ${FAULTS[fault ?? 'empty']}.`);
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
 * Returns a request's messages. `kind` is the speaker of the clusters, or "Topic". `known` has the names of its clusters so far.
 * `problem` is a fault of an earlier answer.
 */
export function namingMessages(
  prompt: string,
  kind: string,
  clusters: readonly ShownCluster[],
  known: readonly string[],
  problem: string | null = null,
): PromptMessage[] {
  const again =
    problem === null ? '' : `An earlier answer could not be used: ${problem} Keep to the form this time. `;
  const shown = clusters.flatMap(({ id, sentences }) => [
    `${id} ${kind}`,
    ...sentences.map((sentence) => `- ${quotable(sentence)}`),
  ]);
  const ids = clusters.map(({ id }) => id).join(', ');
  return [
    { role: 'system', content: prompt.trim() },
    {
      role: 'user',
      content: [
        [
          '<vocabulary>',
          known.map(quotable).join(kind === 'Topic' ? ', ' : ' ') || '(none yet)',
          '</vocabulary>',
        ].join('\n'),
        ['<examples>', ...shown, '</examples>'].join('\n'),
        `${again}Name the groups ${ids}. Answer with the JSON object.`,
      ].join('\n\n'),
    },
  ];
}
