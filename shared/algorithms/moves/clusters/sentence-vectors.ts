import { createNumbers } from '../../numbering/numbers.ts';
import { createRandom } from '../../random/random.ts';
import { fitLsa, type LsaModel, normalise } from '../../retrieval/dense/lsa.ts';
import { countRows, type SparseRows } from '../../retrieval/dense/sparse-rows.ts';

/** A text as its sentences, each a list of masked words. */
type SentencesOfText = readonly (readonly string[])[];

/**
 * The features of texts by number: words, pairs of words, how they begin, whether they ask, and their length. Numbers
 * are given in the order of first occurrence.
 */
interface TextFeatures {
  /** Features that have a number. */
  readonly count: number;
  /**
   * Returns the features of a text in their order, repeated ones too. The array is overwritten by the next call.
   * @param isNew true to number new features; otherwise they are −1
   */
  read(text: SentencesOfText, isNew: boolean): Int32Array;
}

/** Letters of a part, and of a word with parts. Shorter words are their own part. */
const PART_LETTERS = 4;
/** More words than this cannot be numbered. */
const MOST_WORDS = 2 ** 22;
/** The second half of a key: the feature is the word itself, or a text that begins with it, or a pair with a word. */
const ALONE = 0;
const OPENING = 1;
const PAIR = 2;

/** @param parts true to count parts of words, too: where words change their form, parts show that they share a stem */
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
      // The beginning is usually the stem; the rest counts less, so it is cut into longer parts.
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

/** Rows of unit vectors, row-major; a row of which nothing is known is zero. */
export interface Vectors {
  readonly dimensions: number;
  readonly count: number;
  readonly values: Float32Array;
}

/** More texts than these add time and hardly a direction. */
const FITTED_ROWS = 40_000;
const DIMENSIONS = 100;

/** The name of an encoder that is fitted on the corpus. */
export const FITTED_ENCODER = 'LSA';

/** Vectors of texts for moves: words, pairs, beginning, question and length; by tf-idf and a truncated SVD. */
export interface MoveEncoder {
  /** Shown with its results. */
  readonly name: string;
  /** @param texts each a list of sentences of masked words */
  encode(texts: readonly SentencesOfText[]): Vectors;
}

/**
 * @param parts true to count parts of words, too: in most languages words change their form, and parts show
 * that they share a stem
 */
export function fitMoveEncoder(texts: readonly SentencesOfText[], seed: number, parts = false): MoveEncoder {
  const features = createTextFeatures(parts);
  const lists = texts.map((text) => features.read(text, true).slice());
  const columns = frequentFeatures(lists, features.count);
  const random = createRandom(seed);
  const all = [...texts.keys()];
  const fitted = texts.length <= FITTED_ROWS ? all : random.shuffle(all).slice(0, FITTED_ROWS);
  const model = fitLsa(
    rowsOf(fitted.length, columns, (row) => lists[fitted[row]]),
    {
      dimensions: Math.min(DIMENSIONS, Math.max(2, Math.floor(texts.length / 4))),
      iterations: 3,
      minimumFrequency: 2,
      random: () => random.next(),
    },
  );
  const known = new WeakMap([[texts, lists]]);
  return {
    name: FITTED_ENCODER,
    encode(given) {
      const read = known.get(given);
      const listOf = (row: number) => read?.[row] ?? features.read(given[row], false);
      return projectRows(rowsOf(given.length, columns, listOf), model);
    },
  };
}

/** By feature, its column; −1 if it does not occur often enough to be compared. */
function frequentFeatures(lists: readonly Int32Array[], count: number): Columns {
  const least = Math.max(2, Math.round(lists.length / 10_000));
  const counts = new Int32Array(count);
  for (const list of lists) for (let at = 0; at < list.length; at++) counts[list[at]]++;
  let columns = 0;
  const columnOf = counts.map((times) => (times >= least ? columns++ : -1));
  return { columnOf, count: columns };
}

interface Columns {
  readonly columnOf: Int32Array;
  readonly count: number;
}

function rowsOf(
  rowCount: number,
  { columnOf, count }: Columns,
  listOf: (row: number) => Int32Array,
): SparseRows {
  const rows = countRows(rowCount, count, (row) =>
    listOf(row).map((feature) => (feature < 0 ? -1 : columnOf[feature])),
  );
  return { ...rows, values: rows.values.map((times) => 1 + Math.log(times)) };
}

/** The unit vectors of rows under a model. */
export function projectRows(rows: SparseRows, { dimensions, directions, weights }: LsaModel): Vectors {
  const values = new Float32Array(rows.rowCount * dimensions);
  for (let row = 0; row < rows.rowCount; row++) {
    const at = row * dimensions;
    for (let entry = rows.offsets[row]; entry < rows.offsets[row + 1]; entry++) {
      const weight = weights[rows.columns[entry]] * rows.values[entry];
      const from = rows.columns[entry] * dimensions;
      if (weight !== 0) for (let d = 0; d < dimensions; d++) values[at + d] += weight * directions[from + d];
    }
    normalise(values, at, dimensions);
  }
  return { dimensions, count: rows.rowCount, values };
}

/** Subtracts the common subject of each dialogue: x − Σ x / (n + 4), at unit length. @param dialogues ascending */
export function withoutDialogueMeans(vectors: Vectors, dialogues: ArrayLike<number>): Vectors {
  const { dimensions, count } = vectors;
  const values = vectors.values.slice();
  const sum = new Float64Array(dimensions);
  for (let first = 0; first < count; ) {
    let end = first;
    sum.fill(0);
    for (; end < count && dialogues[end] === dialogues[first]; end++)
      for (let d = 0; d < dimensions; d++) sum[d] += vectors.values[end * dimensions + d];
    for (let row = first; row < end; row++) {
      const at = row * dimensions;
      if (isZero(vectors, row)) continue;
      for (let d = 0; d < dimensions; d++) values[at + d] -= sum[d] / (end - first + 4);
      normalise(values, at, dimensions);
    }
    first = end;
  }
  return { dimensions, count, values };
}

export function isZero({ values, dimensions }: Vectors, row: number): boolean {
  for (let at = row * dimensions; at < (row + 1) * dimensions; at++) if (values[at] !== 0) return false;
  return true;
}
