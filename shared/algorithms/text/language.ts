import { ENGLISH_WORDS, OTHER_LANGUAGES } from './function-words.ts';

/** The detected language: English, the only one that the offline tagger supports, or another. */
interface DetectedLanguage {
  readonly language: 'english' | 'other';
  /** 0 (no evidence: taken for English because nothing speaks against it) … 1 */
  readonly confidence: number;
  readonly evidence: {
    /** Words of Latin letters that were looked at. */
    readonly words: number;
    /** Share of all letters that are of the Latin script, 0 … 1; 1 if there is no letter. */
    readonly latinShare: number;
    /** Share of the words that are English function words, 0 … 1. */
    readonly englishShare: number;
    /** The other language whose function words fit best, and their share of the words; null if none fits. */
    readonly otherLanguage: string | null;
    readonly otherShare: number;
  };
}

/** UTF-16 units to read in total: enough for a certain answer, and bounded for any input. */
const MAX_CHARACTERS = 50_000;
/** Fewer distinct function words of another language than this may be names or chance ("Los Angeles", "la carte"). */
const MINIMUM_OTHER_WORDS = 3;
/** With this many words, English text has English function words. */
const ENOUGH_WORDS = 30;
/** English dialogues, telegraphic ones included, lie far above. */
const LEAST_ENGLISH_SHARE = 0.08;

/**
 * Detects whether texts are English, from scripts and function words alone.
 *
 * Other is decided only on evidence: most letters of another script; more function words of one other language than of
 * English; or many words and hardly a function word of English. Codes, names and a lone "ok" stay English, with little
 * confidence. Linear in the text up to a fixed length.
 *
 * @param texts messages of one dialogue, or a sample of a corpus
 */
export function detectLanguage(texts: readonly string[]): DetectedLanguage {
  let left = MAX_CHARACTERS;
  let letters = 0;
  let latin = 0;
  const written: string[] = [];
  for (const text of texts) {
    if (left <= 0) break;
    const read = text.slice(0, left).replaceAll('’', "'");
    left -= read.length;
    letters += read.match(/\p{L}/gu)?.length ?? 0;
    latin += read.match(/\p{Script=Latin}/gu)?.length ?? 0;
    written.push(...(read.match(/[\p{Script=Latin}\p{M}]+(?:'[\p{Script=Latin}]+)*/gu) ?? []));
  }
  const words = written.map((word) => word.toLowerCase());
  // "Los Angeles" is no Spanish: only lower-case words are evidence of another language.
  const plain = new Set(written.filter((word) => /^\p{Ll}/u.test(word)));
  const count = (list: ReadonlySet<string>): number =>
    words.reduce((sum, word) => sum + (list.has(word) ? 1 : 0), 0);
  const english = count(ENGLISH_WORDS);
  let other = 0;
  let otherWords = 0;
  let otherLanguage: string | null = null;
  for (const [language, list] of OTHER_LANGUAGES) {
    const hits = count(list);
    if (hits > other) {
      other = hits;
      otherLanguage = language;
      otherWords = [...list].filter((word) => plain.has(word) && !ENGLISH_WORDS.has(word)).length;
    }
  }
  const latinShare = letters === 0 ? 1 : latin / letters;
  const share = (hits: number): number => (words.length === 0 ? 0 : hits / words.length);
  const evidence = {
    words: words.length,
    latinShare,
    englishShare: share(english),
    otherLanguage,
    otherShare: share(other),
  };

  if (letters >= 4 && latinShare < 0.5) return { language: 'other', confidence: 1 - latinShare, evidence };
  if (otherWords >= MINIMUM_OTHER_WORDS && other > english) {
    return { language: 'other', confidence: (other - english) / other, evidence };
  }
  if (words.length >= ENOUGH_WORDS && share(english) < LEAST_ENGLISH_SHARE) {
    return { language: 'other', confidence: 1 - share(english) / LEAST_ENGLISH_SHARE, evidence };
  }
  return {
    language: 'english',
    confidence: english === 0 ? 0 : (english - Math.min(other, english)) / english,
    evidence,
  };
}
