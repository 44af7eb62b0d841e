import { createRandom } from '../../random/random.ts';
import { fitLsa, type LsaModel, normalise } from '../../retrieval/dense/lsa.ts';
import { countRows, type SparseRows } from '../../retrieval/dense/sparse-rows.ts';

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
  encode(texts: readonly (readonly (readonly string[])[])[]): Vectors;
}

/**
 * @param parts true to count parts of words, too: in most languages words change their form, and parts show
 * that they share a stem
 */
export function fitMoveEncoder(
  texts: readonly (readonly (readonly string[])[])[],
  seed: number,
  parts = false,
): MoveEncoder {
  const visited: Visit = parts ? eachFeatureWithParts : eachFeature;
  const columns = countedFeatures(texts, visited);
  const random = createRandom(seed);
  const fitted = texts.length <= FITTED_ROWS ? texts : random.shuffle(texts).slice(0, FITTED_ROWS);
  const model = fitLsa(rowsOf(fitted, columns, visited), {
    dimensions: Math.min(DIMENSIONS, Math.max(2, Math.floor(texts.length / 4))),
    iterations: 3,
    minimumFrequency: 2,
    random: () => random.next(),
  });
  return {
    name: FITTED_ENCODER,
    encode: (given) => projectRows(rowsOf(given, columns, visited), model),
  };
}

/** Features that occur often enough to be compared, numbered in the order of their first occurrence. */
function countedFeatures(
  texts: readonly (readonly (readonly string[])[])[],
  eachFeature: Visit,
): Map<string, number> {
  const least = Math.max(2, Math.round(texts.length / 10_000));
  const counts = new Map<string, number>();
  for (const text of texts)
    eachFeature(text, (feature) => counts.set(feature, (counts.get(feature) ?? 0) + 1));
  const columns = new Map<string, number>();
  for (const [feature, count] of counts) if (count >= least) columns.set(feature, columns.size);
  return columns;
}

function eachFeature(sentences: readonly (readonly string[])[], visit: (feature: string) => void): void {
  let length = 0;
  let asks = false;
  for (const words of sentences) {
    for (let at = 0; at < words.length; at++) {
      visit(words[at]);
      if (at > 0) visit(`${words[at - 1]} ${words[at]}`);
      if (words[at] === '?') asks = true;
    }
    length += words.length;
  }
  const opening = sentences[0];
  if (!opening) return;
  visit(`^${opening[0]}`);
  if (opening.length > 1) visit(`^${opening[0]} ${opening[1]}`);
  if (asks) visit('^?');
  visit(`#${Math.min(5, Math.floor(Math.log2(length)))}`);
}

type Visit = (sentences: readonly (readonly string[])[], visit: (feature: string) => void) => void;

/** Letters of a part, and of a word with parts. Shorter words are their own part. */
const PART_LETTERS = 4;

function eachFeatureWithParts(
  sentences: readonly (readonly string[])[],
  visit: (feature: string) => void,
): void {
  eachFeature(sentences, visit);
  for (const words of sentences)
    for (const word of words) {
      if (word.startsWith('<')) continue;
      const letters = [...word];
      if (/\p{Script=Han}/u.test(word)) for (const letter of letters) visit(`~${letter}`);
      else if (letters.length > PART_LETTERS) {
        // The beginning is usually the stem; the rest counts less, so it is cut into longer parts.
        visit(`~^${letters.slice(0, PART_LETTERS).join('')}`);
        for (let at = 1; at + PART_LETTERS <= letters.length; at++)
          visit(`~${letters.slice(at, at + PART_LETTERS).join('')}`);
      }
    }
}

function rowsOf(
  texts: readonly (readonly (readonly string[])[])[],
  columns: ReadonlyMap<string, number>,
  eachFeature: Visit,
): SparseRows {
  const rows = countRows(texts.length, columns.size, (row) => {
    const found: number[] = [];
    eachFeature(texts[row], (feature) => found.push(columns.get(feature) ?? -1));
    return found;
  });
  return { ...rows, values: rows.values.map((count) => 1 + Math.log(count)) };
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
