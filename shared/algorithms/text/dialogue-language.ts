import { eld } from 'eld/extrasmall';
import { detectLanguage } from './language.ts';

/** Minimum number of letters for a guess, because "ok" is a word in every language. */
const LEAST_LETTERS = 6;
/** UTF-16 units to read: enough to be certain, and fast for a million dialogues. */
const MOST_CHARACTERS = 600;
/** Share of words that are function words of English from which a text is English, whatever its letters look like. */
const ENGLISH_SHARE = 0.25;
/** Text that looks the same in every language. */
const NO_LANGUAGE = /https?:\/\/\S{1,300}|\S{1,64}@\S{1,64}|[@#]\w{1,64}|\d+/gu;

/**
 * The language of a dialogue as an ISO 639-1 code, such as "pt"; null if nothing tells, as in a dialogue of "ok".
 *
 * Character n-grams (the package eld) name the language; function words of English decide where texts are short, since
 * n-grams take "lost card, block pls" for anything.
 *
 * @param texts what was said, in order; the first 600 characters are read
 */
export function dialogueLanguage(texts: readonly string[]): string | null {
  let sample = '';
  for (const text of texts) {
    if (sample.length >= MOST_CHARACTERS) break;
    sample += `${text.slice(0, MOST_CHARACTERS).replace(NO_LANGUAGE, ' ')}\n`;
  }
  sample = sample.slice(0, MOST_CHARACTERS);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  // A sign of Chinese or Korean counts as much as a word.
  const weight = letters + 3 * (sample.match(/[\p{Script=Han}\p{Script=Hangul}]/gu)?.length ?? 0);
  if (weight < LEAST_LETTERS) return null;
  const guess = eld.detect(sample);
  if (guess.language === 'en') return 'en';
  const byWords = detectLanguage([sample]);
  if (byWords.language === 'english' && byWords.evidence.englishShare >= ENGLISH_SHARE) return 'en';
  if (guess.language !== '' && (guess.isReliable() || byWords.language === 'other')) return guess.language;
  return byWords.language === 'english' && byWords.confidence > 0 ? 'en' : null;
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

/** The English name of a language, such as "Portuguese". */
export const languageName = (code: string): string => NAMES.of(code) ?? code;
