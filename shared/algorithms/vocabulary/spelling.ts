/** Returns the number of letters that may differ between spellings: 0 in short words, 2 in long ones. */
const slipsAllowed = (length: number): number => (length >= 10 ? 2 : length >= 5 ? 1 : 0);

/** Returns the words of a tag's name: lower case, without accents, split at separators and "askPhone", in the singular. */
export function wordsOfName(name: string): string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(singular);
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && /[^su]s$/.test(word)) return word.slice(0, -1);
  return word;
}

/** Returns the edit distance with swaps of adjacent letters (Damerau 1964, restricted). Quadratic in the lengths. */
export function editDistance(left: string, right: string): number {
  const a = [...left];
  const b = [...right];
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(replaced, last[j] + 1, row[j - 1] + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, beforeLast[j - 2] + 1);
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length];
}

interface SpelledName {
  readonly words: readonly string[];
  readonly text: string;
  readonly sorted: string;
  readonly numbers: string;
}

export function spell(name: string): SpelledName {
  const words = wordsOfName(name);
  const text = words.join('');
  return {
    words,
    text,
    sorted: words.toSorted().join(' '),
    numbers: (text.match(/\p{N}+/gu) ?? []).join(' '),
  };
}

export interface SpellingMatch {
  /** 1 if only case, separators, number or word order differ; otherwise less, by the share of equal letters. */
  readonly similarity: number;
  readonly kind: 'form' | 'order' | 'letters';
}

/** Returns null if the names are not similar. Names that differ only in a number ("route-1", "route-2") never are. */
export function spellingMatch(left: SpelledName, right: SpelledName): SpellingMatch | null {
  if (left.text === '' || right.text === '') return null;
  if (left.text === right.text) return { similarity: 1, kind: 'form' };
  if (left.sorted === right.sorted) return { similarity: 1, kind: 'order' };
  if (left.numbers !== right.numbers) return null;
  const distance = slips(left, right);
  if (distance === null) return null;
  return { similarity: 1 - distance / Math.max(left.text.length, right.text.length), kind: 'letters' };
}

function slips(left: SpelledName, right: SpelledName): number | null {
  // Words may have been split differently ("money-back", "moneybakc"): then one slip in total.
  if (left.words.length !== right.words.length) {
    const length = Math.min(left.text.length, right.text.length);
    if (length < 8 || Math.abs(left.text.length - right.text.length) > 1) return null;
    return editDistance(left.text, right.text) <= 1 ? 1 : null;
  }
  let sum = 0;
  for (const [index, word] of left.words.entries()) {
    const other = right.words[index];
    if (word === other) continue;
    const allowed = slipsAllowed(Math.min(word.length, other.length));
    if (Math.abs(word.length - other.length) > allowed) return null;
    const distance = editDistance(word, other);
    if (distance > allowed) return null;
    sum += distance;
  }
  return sum;
}

/** Allows more wrong letters than `spellingMatch`, because the name is only offered. */
const slipsTyped = (length: number): number => (length >= 8 ? 2 : length >= 4 ? 1 : 0);

/** The least number of letters. Shorter words are too often one letter from another ("pay", "say"). */
const LEAST_WORD = 5;

/**
 * Returns names that differ by a typo, and names with all the words up to typos; nearest first.
 * "retrun" is near "return" and "request-return". Numbers must be equal. Returns at most `most` indexes into `names`.
 */
export function nearestNames(typed: string, names: readonly string[], most: number): number[] {
  const text = spell(typed);
  if (text.text === '') return [];
  return names
    .map((name, index) => ({ index, likeness: likeness(text, spell(name)) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness || a.index - b.index)
    .slice(0, most)
    .map(({ index }) => index);
}

/** Returns the share of equal letters of the longer text, 0 … 1; 0 if more letters differ than typos explain. */
function likeness(typed: SpelledName, name: SpelledName): number {
  if (typed.numbers !== name.numbers) return 0;
  const longest = Math.max(typed.text.length, name.text.length);
  const slips = slipsBetween(typed.text, name.text);
  if (slips !== null) return 1 - slips / longest;
  let agreeing = 0;
  for (const word of typed.words) {
    let least: number | null = null;
    for (const other of name.words) {
      const found = word === other ? 0 : word.length < LEAST_WORD ? null : slipsBetween(word, other);
      if (found !== null && (least === null || found < least)) least = found;
    }
    if (least === null) return 0;
    agreeing += word.length - least;
  }
  return Math.max(0, agreeing) / longest;
}

/** Returns the number of different letters; null if there are more than a typo explains. */
function slipsBetween(left: string, right: string): number | null {
  const allowed = slipsTyped(Math.min(left.length, right.length));
  if (Math.abs(left.length - right.length) > allowed) return null;
  const slips = editDistance(left, right);
  return slips <= allowed ? slips : null;
}
