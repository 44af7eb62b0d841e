import { createNumbers } from '../../numbering/numbers.ts';

export type SentencesOfText = readonly (readonly string[])[];

/** The numbered features of texts: words, pairs, beginnings, question, length. Numbers follow first occurrence. */
export interface TextFeatures {
  readonly count: number;
  /**
   * Returns a text's features in order, with repetitions. The next call overwrites the array.
   * @param isNew true to number new features; otherwise new features are −1
   */
  read(text: SentencesOfText, isNew: boolean): Int32Array;
}

/** The number of letters in a word part. Words of at most this length are one part. */
const PART_LETTERS = 4;
const MOST_WORDS = 2 ** 22;
/** The second half of a feature's key: a single word, a text's first word, or a pair. */
const ALONE = 0;
const OPENING = 1;
const PAIR = 2;

/** @param parts true also counts parts of words, so that inflected forms with the same stem share features */
export function createTextFeatures(parts: boolean): TextFeatures {
  const words = new Map<string, number>();
  const numbers = createNumbers();
  let found = new Int32Array(256);
  let length = 0;
  const wordOf = (word: string, isNew: boolean): number => {
    const known = words.get(word);
    if (known !== undefined || !isNew) return known ?? -1;
    if (words.size >= MOST_WORDS) throw new RangeError(`There are more than ${MOST_WORDS} different words.`);
    words.set(word, words.size);
    return words.size - 1;
  };
  const take = (word: number, kind: number, isNew: boolean): void => {
    if (length === found.length) {
      const longer = new Int32Array(2 * length);
      longer.set(found);
      found = longer;
    }
    found[length++] = word < 0 || kind < 0 ? -1 : numbers.of(word * 2 * MOST_WORDS + kind, isNew);
  };
  const takeParts = (word: string, isNew: boolean): void => {
    const takePart = (part: string): void => take(wordOf(`~${part}`, isNew), ALONE, isNew);
    const letters = [...word];
    if (/\p{Script=Han}/u.test(word)) for (const letter of letters) takePart(letter);
    else if (letters.length > PART_LETTERS) {
      // The beginning is usually the stem. The rest counts less and has longer parts.
      takePart(`^${letters.slice(0, PART_LETTERS).join('')}`);
      for (let at = 1; at + PART_LETTERS <= letters.length; at++)
        takePart(letters.slice(at, at + PART_LETTERS).join(''));
    }
  };
  return {
    get count() {
      return numbers.count;
    },
    read(text, isNew) {
      length = 0;
      let size = 0;
      let asks = false;
      let opening = -1;
      let openingPair = -1;
      const pairOf = (word: number): number => (word < 0 ? -1 : PAIR + word);
      for (const [at, sentence] of text.entries()) {
        let before = -1;
        for (let place = 0; place < sentence.length; place++) {
          const word = wordOf(sentence[place], isNew);
          take(word, ALONE, isNew);
          if (place > 0) take(before, pairOf(word), isNew);
          if (sentence[place] === '?') asks = true;
          if (at === 0 && place === 0) opening = word;
          if (at === 0 && place === 1) openingPair = word;
          before = word;
        }
        size += sentence.length;
      }
      if (text.length > 0) {
        take(opening, OPENING, isNew);
        if (text[0].length > 1) take(opening, MOST_WORDS + pairOf(openingPair), isNew);
        if (asks) take(wordOf('?', isNew), OPENING, isNew);
        take(wordOf(`#${Math.min(5, Math.floor(Math.log2(size)))}`, isNew), ALONE, isNew);
      }
      if (parts)
        for (const sentence of text)
          for (const word of sentence) if (!word.startsWith('<')) takeParts(word, isNew);
      return found.subarray(0, length);
    },
  };
}
