import { spokenTag } from '#shared/algorithms/layout/labels/label-text.ts';
import type { FindingQuestionInput } from '#shared/contract/findings.ts';

export interface Question {
  readonly words: string;
  readonly asked: FindingQuestionInput;
}

interface SearchableQuestion extends Question {
  readonly also: string;
}

const simple = (
  kind: Exclude<FindingQuestionInput['kind'], 'follows' | 'order'>,
  words: string,
  also: string,
): SearchableQuestion => ({ words, also, asked: { kind, field: null } });

const ALWAYS: readonly SearchableQuestion[] = [
  simple('paths', 'Which paths are most common?', 'main common usual variants way route'),
  simple('paths', 'What share of dialogues take the ten most common paths?', 'top 10 cover variants percent'),
  simple('wait', 'Where do customers wait longest?', 'slow steps time delay lost waiting reply'),
  simple(
    'segment',
    'Which group differs most from the rest, and how?',
    'segment brand channel agent language compare',
  ),
  simple('change', 'What changed over time?', 'period month week day trend before after'),
  simple(
    'reopened',
    'How many dialogues are reopened after they were closed?',
    'again return resolved come back',
  ),
  simple('abandoned', 'How many dialogues are abandoned?', 'drop off lost unanswered left'),
  simple('leads', 'Which turns lead to abandonment?', 'drop off cause why step abandoned customers leave'),
  simple('circles', 'Where do dialogues go in circles?', 'loop repeat again back'),
  simple('begins', 'How do dialogues begin?', 'start open first'),
  simple('ends', 'How do dialogues end?', 'close last finish outcome'),
  simple('length', 'How long are dialogues?', 'length turns duration minutes'),
  simple('topic', 'What are dialogues about?', 'topic subject reason customers write want'),
  simple('deviation', 'Where and why do dialogues deviate?', 'deviation flow leave usual off design'),
  simple('limit', 'What limits these findings?', 'untagged missing data quality trust few'),
];

const STOP_WORDS = new Set([
  'the',
  'a',
  'an',
  'of',
  'is',
  'are',
  'do',
  'does',
  'and',
  'in',
  'to',
  'how',
  'what',
  'which',
  'where',
]);

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Returns how well the typed words match a text: 2 for each whole word of the text, 1 for each beginning of a word. */
const matching = (typed: readonly string[], text: string): number => {
  const others = wordsOf(text);
  return typed.reduce((sum, word) => {
    if (others.includes(word)) return sum + 2;
    return others.some((other) => other.startsWith(word) || word === `${other}s`) ? sum + 1 : sum;
  }, 0);
};

const MOST_OFFERED = 8;
const MOST_MOVES = 1;

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

const sequence =
  /^\s*(.+?)\s*(?:→|->|,?\s*\b(?:and then|then|later|followed by|leads to)\b)\s*(.+?)(?:\s*\b(?:within|in less than)\s+(\d+(?:\.\d+)?|an?|one|two|three)\s*(s|m|h|d)[a-z]*)?\s*\??\s*$/i;
const NUMBERS: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3 };

/**
 * Returns the questions that fit the text, best first; without text, the fixed questions.
 * `tags` are by name, most frequent first. An example: "ask-question then thank within 2 h".
 */
export function questionsFor(
  query: string,
  { tags, fields }: { readonly tags: readonly string[]; readonly fields: readonly string[] },
): Question[] {
  const typed = wordsOf(query).filter((word) => !STOP_WORDS.has(word));
  const known = [...ALWAYS, ...fields.map(ofField)];
  if (query.trim() === '')
    return [...ALWAYS, ...tags.slice(0, MOST_MOVES).map(ofTag), ...fields.map(ofField)];
  const ordered = inOrder(query, tags);
  const found = known
    .map((question) => ({
      question,
      // A named field counts twice, so that its own question comes before general ones.
      score:
        matching(typed, `${question.words} ${question.also}`) +
        (question.asked.kind === 'segment' ? matching(typed, question.asked.field ?? '') : 0),
    }))
    .filter(({ score }) => score > 0);
  const named = tags
    .map((tag) => ({ question: ofTag(tag), score: 2 * fitOf(tag, query) }))
    .filter(({ score }) => score > 0);
  return [
    ...ordered,
    ...[...named, ...found].sort((a, b) => b.score - a.score).map(({ question }) => question),
  ].slice(0, MOST_OFFERED);
}

const ofField = (field: string): SearchableQuestion => ({
  words: `How do the values of ${field} differ?`,
  also: 'segment group compare',
  asked: { kind: 'segment', field },
});

const ofTag = (tag: string): Question => ({
  words: `How common is “${spokenTag(tag)}”, and what follows?`,
  asked: { kind: 'follows', move: { role: null, tag } },
});

/** Returns how well a text names a tag. The maximum means that the text has all words of the tag. */
function fitOf(tag: string, text: string): number {
  const own = wordsOf(tag);
  const typed = wordsOf(text);
  if (own.length > 0 && own.every((word) => typed.some((other) => isSameWord(word, other))))
    return own.length + 1;
  return typed.length > 0 && typed.every((word) => own.some((other) => other.startsWith(word)))
    ? typed.length
    : 0;
}

/** True for forms of one word, such as "ask" and "asks", or "complaint" and "complains". */
function isSameWord(one: string, other: string): boolean {
  if (one === other || one === `${other}s` || other === `${one}s`) return true;
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared++;
  return shared >= 4 && Math.max(one.length, other.length) - shared <= 3;
}

const nearest = (text: string, tags: readonly string[]): string | null => {
  const [best] = tags
    .map((tag) => ({ tag, score: fitOf(tag, text) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  return best?.tag ?? null;
};

function inOrder(query: string, tags: readonly string[]): Question[] {
  const [, first = '', second = '', amount, unit] =
    sequence.exec(query.replace(/^how often (does|do|is)\b/i, '')) ?? [];
  const [move, next] = [nearest(first, tags), nearest(second, tags)];
  if (move === null || next === null) return [];
  const count = amount === undefined ? null : (NUMBERS[amount.toLowerCase()] ?? Number(amount));
  const seconds = count === null || unit === undefined ? null : count * (SECONDS[unit.toLowerCase()] ?? 1);
  const within = seconds === null ? '' : ` within ${amount} ${UNITS[unit?.toLowerCase() ?? 's']}`;
  return [
    {
      words: `How often does “${spokenTag(next)}” come after “${spokenTag(move)}”${within}, and who says them?`,
      asked: {
        kind: 'order',
        move: { role: null, tag: move },
        next: { role: null, tag: next },
        seconds,
      },
    },
  ];
}

const UNITS: Readonly<Record<string, string>> = { s: 'seconds', m: 'minutes', h: 'hours', d: 'days' };
