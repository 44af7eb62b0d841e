import type { Role } from '../../domain/dialogue.ts';
import { wordsOf } from '../retrieval/words/tokens.ts';

/** A conversation in which the customer spoke last. */
export interface ComparedTalk {
  /** The customer's last turn with its tags; no tags if they are not known yet. */
  readonly user: string;
  readonly userTags: readonly string[];
  /** The other side's turn before that, and its tags. */
  readonly system: string;
  readonly systemTags: readonly string[];
  /** The customer's earlier turns. */
  readonly earlier: string;
}

/** A turn of a conversation; without tags if they are not known yet. */
export interface SaidTurn {
  readonly role: Role;
  readonly text: string;
  readonly tags: readonly string[];
}

/** Returns a conversation for comparison, up to the customer's last turn. */
export function talkOf(turns: readonly SaidTurn[]): ComparedTalk {
  const last = turns.findLastIndex(({ role }) => role === 'user');
  const before = turns.slice(0, Math.max(0, last));
  const system = before.findLast(({ role }) => role === 'system');
  return {
    user: turns[last]?.text ?? '',
    userTags: turns[last]?.tags ?? [],
    system: system?.text ?? '',
    systemTags: system?.tags ?? [],
    earlier: before.flatMap(({ role, text }) => (role === 'user' ? [text] : [])).join(' '),
  };
}

/** The similarity of two conversations, part by part; each 0 … 1. */
type TalkLikeness = { readonly [Part in keyof ComparedTalk]: number };

/** Returns the similarity of each conversation to this one. Words count by their idf among the conversations. */
export function compareTalks(talks: readonly ComparedTalk[], talk: ComparedTalk): TalkLikeness[] {
  const inWords = (part: 'user' | 'system' | 'earlier') =>
    cosines(
      talks.map((one) => one[part]),
      talk[part],
    );
  const [user, system, earlier] = [inWords('user'), inWords('system'), inWords('earlier')];
  return talks.map((one, at) => ({
    user: user[at],
    system: system[at],
    earlier: earlier[at],
    userTags: overlap(one.userTags, talk.userTags),
    systemTags: overlap(one.systemTags, talk.systemTags),
  }));
}

/** Returns how well the answer of one conversation fits another. */
export const fitOfAnswer = ({ user, userTags, system, systemTags, earlier }: TalkLikeness): number =>
  user + 0.8 * userTags + 0.3 * system + 0.4 * systemTags + earlier;

/** Returns how much a customer's tags in one conversation say about those in another. */
export const fitOfTags = ({ user, system, systemTags, earlier }: TalkLikeness): number =>
  (user + 0.1) * (0.2 + 0.3 * system + systemTags + earlier);

function overlap(one: readonly string[], other: readonly string[]): number {
  const both = one.filter((tag) => other.includes(tag)).length;
  return both === 0 ? 0 : both / (one.length + other.length - both);
}

/** A word in a smaller share of the answers is about something special. */
const COMMON = 0.04;

/**
 * Returns, for each answer, the share about something specific that nobody mentioned in the conversation, 0 …
 * 1: names, products and places of other conversations, which would be out of place here.
 */
export function foreignShares(answers: readonly string[], mentioned: readonly string[]): number[] {
  const said = plainWords(mentioned.join(' '));
  const sets = answers.map(plainWords);
  const counts = new Map<string, number>();
  for (const words of sets) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const least = Math.max(2, COMMON * sets.length);
  return sets.map((words) => {
    const foreign = [...words].filter((word) => !said.has(word) && (counts.get(word) ?? 0) < least);
    // A single word fits nearly anything and says nothing.
    return words.size < 2 ? 1 : foreign.length / words.size;
  });
}

/** Returns the cosine of the distinct words of each text with those of one, by idf among the texts; 0 without words. */
function cosines(texts: readonly string[], asked: string): Float64Array {
  const sets = texts.map(plainWords);
  const own = plainWords(asked);
  const counts = new Map<string, number>();
  for (const words of sets) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  // A word in none of the texts has the highest weight.
  const weightOf = (word: string): number =>
    Math.log(1 + (sets.length + 0.5) / ((counts.get(word) ?? 0) + 0.5));
  const lengthOf = (words: ReadonlySet<string>): number => {
    let sum = 0;
    for (const word of words) sum += weightOf(word) ** 2;
    return Math.sqrt(sum);
  };
  const length = lengthOf(own);
  return Float64Array.from(sets, (words) => {
    let shared = 0;
    for (const word of own) if (words.has(word)) shared += weightOf(word) ** 2;
    return shared === 0 ? 0 : shared / (length * lengthOf(words));
  });
}

/** Account names and links carry no meaning here; numbers are treated alike below. */
const NAMES = /@\w+|https?:\/\/\S+/gu;

const plainWords = (text: string): Set<string> =>
  new Set(wordsOf(text.replace(NAMES, ' ')).map((word) => (/\p{N}/u.test(word) ? '0' : word)));

/** The minimum share of common words of two answers that say the same. */
const SAME = 0.6;

/** True if two answers say the same, ignoring accounts, links and numbers. */
export function saysTheSame(one: string, other: string): boolean {
  const [left, right] = [plainWords(one), plainWords(other)];
  let common = 0;
  for (const word of left) if (right.has(word)) common++;
  const all = left.size + right.size - common;
  return all === 0 ? one === other : common / all >= SAME;
}
