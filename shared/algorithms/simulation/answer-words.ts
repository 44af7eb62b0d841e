import { once } from '../../domain/once.ts';
import { readableText, spokenPart } from '../moves/mask.ts';
import { maskDates } from '../privacy/masker.ts';
import type { RetrievalTurn } from '../retrieval/retrieval-corpus.ts';
import { stemOf } from '../topics/topic-words.ts';
import { NAMES, plainWords, type SaidTurn } from './similar-talks.ts';
import { evenly } from './state-names.ts';

/** The minimum share and number of the agent's turns in which a general word occurs. A name must occur more often. */
const LEAST_SHARE = 0.01;
const LEAST_TURNS = 5;
const LEAST_OF_NAME = 0.03;
/** A word belongs to a topic if customers who hear it use some rare word more often than others, by `EXCESS`. */
const EXCESS = 0.15;
const LEAST_HEARD = 4;
const MOST_USUAL = 0.1;
const NAME_INSIDE = /\p{L}*\p{Ll}\p{Lu}[\p{L}\p{N}]*|(?<=[\p{Ll}\p{N},;:'’"“(] ?)\p{Lu}[\p{L}\p{N}]*/gu;
const ACCOUNT = '@';
const NUMBER = '0';

export function termsOf(text: string): ReadonlySet<string> {
  const spoken = spokenText(text);
  const terms = new Set(Array.from(plainWords(spoken), stemOf));
  for (const name of spoken.match(NAMES) ?? []) terms.add(name.startsWith('@') ? ACCOUNT : name);
  return terms;
}

const namesIn = (text: string): ReadonlySet<string> =>
  new Set(Array.from(plainWords((spokenText(text).match(NAME_INSIDE) ?? []).join(' ')), stemOf));

function spokenText(text: string): string {
  const readable = readableText(text);
  const { start, end } = spokenPart(readable);
  return maskDates(readable.slice(start, end));
}

/** The number of dialogues to count. More give the same result and take longer. */
export const MOST_COUNTED = 2000;
/** The difference must exceed zero by this many standard errors. */
const CERTAIN = 1.64;

/**
 * Words that agents say in conversations about anything, never mainly to customers who use a certain word.
 * "Seat" is not general: many customers who hear it talk about a flight. Links and accounts never are.
 */
export function generalWords(dialogues: readonly (readonly RetrievalTurn[])[]): Set<string> {
  const read = evenly(dialogues.length, MOST_COUNTED).map((at) => readWords(dialogues[at]));
  const usual = new Map<string, number>();
  const counts = new Map<
    string,
    { turns: number; names: number; dialogues: number; readonly heard: Map<string, number> }
  >();
  for (const { said } of read) for (const word of said) usual.set(word, (usual.get(word) ?? 0) + 1);
  for (const { said, answers } of read) {
    const rare = [...said].filter((word) => (usual.get(word) ?? 0) <= MOST_USUAL * read.length);
    for (const { terms, names } of answers)
      for (const term of terms) {
        let own = counts.get(term);
        if (!own) {
          own = { turns: 0, names: 0, dialogues: 0, heard: new Map() };
          counts.set(term, own);
        }
        own.turns++;
        if (names.has(term)) own.names++;
      }
    for (const term of new Set(answers.flatMap(({ terms }) => [...terms]))) {
      const own = counts.get(term)!;
      own.dialogues++;
      for (const word of rare) own.heard.set(word, (own.heard.get(word) ?? 0) + 1);
    }
  }
  const turns = read.reduce((sum, { answers }) => sum + answers.length, 0);
  return new Set(
    [...counts].flatMap(([term, { turns: often, names, dialogues: all, heard }]) => {
      const least = Math.max(LEAST_TURNS, (names >= often / 2 ? LEAST_OF_NAME : LEAST_SHARE) * turns);
      if (often < least || !/^[\p{L}\p{M}'’]+$/u.test(term)) return [];
      const isOnMatter = [...heard].some(([word, count]) => {
        const share = count / all;
        const error = CERTAIN * Math.sqrt((share * (1 - share)) / all);
        return count >= LEAST_HEARD && share - error - (usual.get(word) ?? 0) / read.length >= EXCESS;
      });
      return isOnMatter ? [] : [term];
    }),
  );
}

function readWords(turns: readonly RetrievalTurn[]) {
  const said = new Set<string>();
  const answers: { readonly terms: ReadonlySet<string>; readonly names: ReadonlySet<string> }[] = [];
  for (const { role, text } of turns)
    if (role === 'user') for (const word of plainWords(text)) said.add(stemOf(word));
    else answers.push({ terms: termsOf(text), names: namesIn(text) });
  return { said, answers };
}

/** The share of the most similar conversations' answers that must contain a word. */
const MOST_SIMILAR = 20;
const SAID_THERE = 0.2;
const LINKED_THERE = 0.5;
const NAMED_THERE = 0.75;

/** Shorter answers must be common, because an answer such as "Yes" is true only in its own conversation. */
const ENOUGH_WORDS = 4;
const OFTEN = 3;

interface ForeignTerms {
  /** Words neither general, nor in this conversation, nor in answers of similar ones. */
  readonly count: number;
  readonly isOnMatter: boolean;
  /** False for an answer of only a few words that agents rarely give. */
  readonly isUsual: boolean;
}

/** Returns a function that counts what belongs only to another conversation; nothing if `general` is null. */
export function foreignTermsAmong(
  answers: readonly string[],
  fits: readonly number[],
  turns: readonly Pick<SaidTurn, 'role' | 'text'>[],
  general: ReadonlySet<string> | null,
): (text: string) => ForeignTerms {
  const wordsBy = (own: typeof turns) =>
    new Set(
      own.flatMap(({ text }) => Array.from(plainWords(text), stemOf)).filter((word) => word !== NUMBER),
    );
  const said = wordsBy(turns);
  const saidByCustomer = wordsBy(turns.filter(({ role }) => role === 'user'));
  const terms = answers.map(termsOf);
  const keyOf = (own: ReadonlySet<string>): string => [...own].join(' ');
  const same = new Map<string, number>();
  for (const own of terms) same.set(keyOf(own), (same.get(keyOf(own)) ?? 0) + 1);
  const similar = [...terms.keys()].sort((a, b) => fits[b] - fits[a]).slice(0, MOST_SIMILAR);
  const there = new Map<string, number>();
  for (const at of similar) for (const term of terms[at]) there.set(term, (there.get(term) ?? 0) + 1);
  const leastOf = (term: string): number =>
    Math.max(2, (term.includes('/') ? LINKED_THERE : SAID_THERE) * similar.length);
  const isThere = (term: string): boolean => (there.get(term) ?? 0) >= leastOf(term);
  // What most answers name is no person of another conversation.
  const isEverywhere = (term: string): boolean => (there.get(term) ?? 0) >= NAMED_THERE * similar.length;
  return (text) => {
    const own = termsOf(text);
    const names = once(() => namesIn(text));
    return {
      count: [...own].filter((term) => {
        if (general === null || general.has(term)) return false;
        // Of several names that the agent said, only the customer can choose one.
        if (names().has(term)) return !saidByCustomer.has(term) && !isEverywhere(term);
        return !said.has(term) && (!isThere(term) || term === ACCOUNT);
      }).length,
      isOnMatter: [...own].some((term) => general?.has(term) !== true && isThere(term)),
      isUsual: own.size >= ENOUGH_WORDS || (own.size > 0 && (same.get(keyOf(own)) ?? 0) >= OFTEN),
    };
  };
}
