import type { AnalysedUtterance } from './analysed.ts';
import { findCues } from './find-cues.ts';
import { functionWordsOf } from './function-words.ts';
import { MAX_CHARACTERS } from './tokenise.ts';
import { tokeniseIn } from './words-of-language.ts';

/** Minimum letters of a content word. Shorter words are mostly grammar. A Chinese word has two characters. */
const LEAST_LETTERS = 4;
const LEAST_SIGNS = 2;
const MOST_LETTERS = 30;

/** Analyzes a message in a language without a part-of-speech tagger: longer words are tags, cues are digits and "?". */
export function analyseIn(language: string, text: string): AnalysedUtterance {
  const tokens = tokeniseIn(language, text);
  const grammar = functionWordsOf(language);
  const words = new Set(
    tokens.flatMap(({ kind, text: word }) => (kind === 'word' ? word.toLowerCase() : [])),
  );
  const lemmas = [...words].filter((word) => isContent(word) && grammar?.has(word) !== true);
  return {
    lemmas,
    writings: lemmas.map(() => 'plain'),
    words: [...words],
    cues: findCues(tokens.filter(({ kind }) => kind !== 'word')),
    cut: text.length > MAX_CHARACTERS,
  };
}

function isContent(word: string): boolean {
  const { length } = word;
  if (length > MOST_LETTERS || !/^[\p{L}\p{M}]+$/u.test(word)) return false;
  return length >= (/[\p{Script=Han}\p{Script=Hangul}]/u.test(word) ? LEAST_SIGNS : LEAST_LETTERS);
}
