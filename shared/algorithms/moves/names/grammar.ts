import { ENGLISH_WORDS, functionWordsOf } from '../../text/language.ts';
import type { MovesCorpus } from '../moves-corpus.ts';

export interface Grammar {
  readonly words: ReadonlySet<string>;
  /** Function words that may begin or end a phrase, because they ask, beg, deny, or show possession. */
  readonly first: ReadonlySet<string>;
  readonly last: ReadonlySet<string>;
  /** The highest lift that counts. Without cues, a common phrase is a better name than a rare one. */
  readonly mostLift: number;
}

const ASKING =
  "not no never still can't cannot don't didn't doesn't won't isn't please how why what when where who which";

export const ENGLISH: Grammar = {
  words: ENGLISH_WORDS,
  first: new Set(`${ASKING} my your was been so also i'm any`.split(' ')),
  last: new Set('not more again back out up off now by us me yet'.split(' ')),
  mostLift: Number.POSITIVE_INFINITY,
};

export const isTelling = (word: string, { words }: Grammar = ENGLISH): boolean =>
  !word.startsWith('<') &&
  !IS_ENDING.test(word) &&
  (word.length > 2 || !IS_LATIN.test(word)) &&
  word !== '?' &&
  !words.has(word);

/** The end of a contraction that is written apart: "I 'm". */
const IS_ENDING = /^(?:['’]|n['’]t$)/;
const IS_LATIN = /^\p{Script=Latin}/u;

const MOST_LIFT = 12;

/** A short word in this share of turns counts as a function word. The most common words count at any length. */
const COMMON_SHARE = 0.02;
const SHORT_LETTERS = 3;
const COMMONEST = 12;

/** Returns the function words of a corpus' languages, from lists or by frequency. */
export function grammarOf({ languages, sentences, foreign }: MovesCorpus): Grammar {
  const spoken = new Set(languages.filter((_, turn) => foreign[turn] === 0));
  if ([...spoken].every((language) => language === 'en')) return ENGLISH;
  const words = new Set<string>();
  for (const language of spoken) {
    const listed = language === 'en' ? ENGLISH_WORDS : functionWordsOf(language);
    const own = listed ?? commonWords(sentences.filter((_, turn) => languages[turn] === language));
    for (const word of own) words.add(word);
  }
  const isEnglish = spoken.has('en');
  return {
    words,
    first: isEnglish ? ENGLISH.first : new Set(),
    last: isEnglish ? ENGLISH.last : new Set(),
    mostLift: MOST_LIFT,
  };
}

function commonWords(turns: MovesCorpus['sentences']): Set<string> {
  const counts = new Map<string, number>();
  for (const sentences of turns)
    for (const word of new Set(sentences.flatMap((sentence) => sentence.words)))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  const ranked = [...counts].filter(([word]) => !word.startsWith('<')).sort((a, b) => b[1] - a[1]);
  const isShort = (word: string): boolean =>
    /\p{Script=Han}/u.test(word) ? word.length === 1 : word.length <= SHORT_LETTERS;
  return new Set(
    ranked
      .filter(
        ([word, count], rank) => rank < COMMONEST || (isShort(word) && count >= COMMON_SHARE * turns.length),
      )
      .map(([word]) => word),
  );
}
