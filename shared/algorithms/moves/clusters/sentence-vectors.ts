import { createRandom } from '../../random/random.ts';
import { fitLsa, type LsaModel, normalise } from '../../retrieval/dense/lsa.ts';
import { sparseProductsWith } from '../../retrieval/dense/matrix-product.ts';
import { countRows, type SparseRows } from '../../retrieval/dense/sparse-rows.ts';
import { createTextFeatures, type SentencesOfText, type TextFeatures } from './text-features.ts';

export interface Vectors {
  readonly dimensions: number;
  readonly count: number;
  readonly values: Float32Array;
}

/** The most texts to fit on. More would add time and hardly any new direction. */
const FITTED_ROWS = 10_000;
const DIMENSIONS = 100;
/** Rows to process at once. More take more memory and are not faster. */
const ROWS_AT_ONCE = 10_000;

export const FITTED_ENCODER = 'LSA';

/** Vectors of texts from words, pairs, beginnings, questions and length, by tf-idf and a truncated SVD. */
export interface MoveEncoder {
  readonly name: string;
  encode(texts: readonly SentencesOfText[]): Vectors;
}

/** @param parts true also counts parts of words, so that inflected forms with the same stem share features */
export function fitMoveEncoder(texts: readonly SentencesOfText[], seed: number, parts = false): MoveEncoder {
  const features = createTextFeatures(parts);
  const read = featuresOf(texts, features);
  const columns = frequentFeatures(read.features, texts.length, features.count);
  const random = createRandom(seed);
  const all = [...texts.keys()];
  const fitted = texts.length <= FITTED_ROWS ? all : random.shuffle(all).slice(0, FITTED_ROWS);
  const { dimensions, ...model } = fitLsa(
    rowsOf(fitted.length, columns, (row) => read.of(fitted[row])),
    {
      dimensions: Math.min(DIMENSIONS, Math.max(2, Math.floor(texts.length / 4))),
      iterations: 3,
      minimumFrequency: 2,
      random: () => random.next(),
    },
  );
  // Copies the directions, so that the encoder does not store them twice.
  const project = projectionOf({ dimensions, ...model });
  return encoderOf(features, columns, dimensions, project, new WeakMap([[texts, read]]));
}

/** Apart from the fitting, whose features would otherwise stay in memory with the encoder. */
function encoderOf(
  features: TextFeatures,
  columns: Columns,
  dimensions: number,
  project: (rows: SparseRows) => Vectors,
  known: WeakMap<readonly SentencesOfText[], ReturnType<typeof featuresOf>>,
): MoveEncoder {
  return {
    name: FITTED_ENCODER,
    encode(given) {
      const before = known.get(given);
      const listOf = (row: number) => before?.of(row) ?? features.read(given[row], false);
      const values = new Float32Array(given.length * dimensions);
      for (let first = 0; first < given.length; first += ROWS_AT_ONCE) {
        const count = Math.min(ROWS_AT_ONCE, given.length - first);
        const rows = rowsOf(count, columns, (row) => listOf(first + row));
        values.set(project(rows).values, first * dimensions);
      }
      return { dimensions: dimensions, count: given.length, values };
    },
  };
}

function featuresOf(texts: readonly SentencesOfText[], features: TextFeatures) {
  const offsets = new Int32Array(texts.length + 1);
  let all = new Int32Array(16 * texts.length);
  for (const [at, text] of texts.entries()) {
    const own = features.read(text, true);
    const start = offsets[at];
    offsets[at + 1] = start + own.length;
    if (offsets[at + 1] > all.length) {
      const longer = new Int32Array(2 * offsets[at + 1]);
      longer.set(all);
      all = longer;
    }
    all.set(own, start);
  }
  return {
    features: all.subarray(0, offsets[texts.length]),
    of: (text: number): Int32Array => all.subarray(offsets[text], offsets[text + 1]),
  };
}

/** Returns the column of each feature; −1 if the feature is too rare to be compared. */
function frequentFeatures(features: Int32Array, texts: number, count: number): Columns {
  const least = Math.max(2, Math.round(texts / 10_000));
  const counts = new Int32Array(count);
  for (let at = 0; at < features.length; at++) counts[features[at]]++;
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
  const found: number[] = [];
  const rows = countRows(rowCount, count, (row) => {
    const features = listOf(row);
    found.length = 0;
    for (let at = 0; at < features.length; at++) {
      const column = features[at] < 0 ? -1 : columnOf[features[at]];
      if (column >= 0) found.push(column);
    }
    return found;
  });
  for (let at = 0; at < rows.values.length; at++)
    if (rows.values[at] !== 1) rows.values[at] = 1 + Math.log(rows.values[at]);
  return rows;
}

export function projectionOf({ dimensions, directions, weights }: LsaModel): (rows: SparseRows) => Vectors {
  const multiply = sparseProductsWith(directions, dimensions);
  return (rows) => {
    const values = new Float32Array(rows.rowCount * dimensions);
    const weighted = rows.values.map((value, entry) => value * weights[rows.columns[entry]]);
    multiply({ ...rows, values: weighted }, (row, products, at) => {
      values.set(products.subarray(at, at + dimensions), row * dimensions);
      normalise(values, row * dimensions, dimensions);
    });
    return { dimensions, count: rows.rowCount, values };
  };
}

/**
 * Subtracts the common subject of each dialogue in place: x − Σ x / (n + 4), at unit length.
 * @param dialogues ascending
 */
export function subtractDialogueMeans(vectors: Vectors, dialogues: ArrayLike<number>): void {
  const { dimensions, count, values } = vectors;
  const sum = new Float64Array(dimensions);
  for (let first = 0; first < count; ) {
    let end = first;
    sum.fill(0);
    for (; end < count && dialogues[end] === dialogues[first]; end++)
      for (let d = 0; d < dimensions; d++) sum[d] += values[end * dimensions + d];
    for (let row = first; row < end; row++) {
      const at = row * dimensions;
      if (isZero(vectors, row)) continue;
      for (let d = 0; d < dimensions; d++) values[at + d] -= sum[d] / (end - first + 4);
      normalise(values, at, dimensions);
    }
    first = end;
  }
}

export function isZero({ values, dimensions }: Vectors, row: number): boolean {
  for (let at = row * dimensions; at < (row + 1) * dimensions; at++) if (values[at] !== 0) return false;
  return true;
}
