import { isZero, projectRows, type Vectors } from '../moves/clusters/sentence-vectors.ts';
import { createRandom } from '../random/random.ts';
import { fitLsa, normalise } from '../retrieval/dense/lsa.ts';
import { countRows, type SparseRows } from '../retrieval/dense/sparse-rows.ts';
import { KINDRED_ROWS, kindredOf } from './kindred-words.ts';
import type { Phrase, TopicsCorpus } from './topics-corpus.ts';

const DIMENSIONS = 60;
/** Fitting on more dialogues adds time and hardly a direction. */
const FITTED_DIALOGUES = 20_000;

/** Vectors of dialogues' topics: their phrases and related ones, by tf-idf and a truncated SVD; zero without any. */
export function phraseVectors({ dialogues, written }: TopicsCorpus, seed: number): Vectors {
  const columns = new Map<Phrase, number>(Array.from(written.keys(), (phrase, at) => [phrase, at]));
  const rowsOf = (some: readonly number[]): SparseRows => {
    // Rows count whole occurrences; the smallest weight of a phrase is a half.
    const rows = countRows(some.length, columns.size + KINDRED_ROWS, (row) =>
      [...dialogues[some[row]].phrases].flatMap(([phrase, weight]) =>
        [columns.get(phrase) ?? -1, ...kindredOf(phrase).map((kin) => columns.size + kin)].flatMap((column) =>
          new Array<number>(2 * weight).fill(column),
        ),
      ),
    );
    return { ...rows, values: rows.values.map((halves) => Math.log2(1 + halves / 2)) };
  };
  const random = createRandom(seed);
  const all = Array.from(dialogues.keys());
  const fitted = all.length <= FITTED_DIALOGUES ? all : random.shuffle(all).slice(0, FITTED_DIALOGUES);
  const model = fitLsa(rowsOf(fitted), {
    dimensions: Math.min(DIMENSIONS, Math.max(2, Math.floor(dialogues.length / 4))),
    iterations: 4,
    minimumFrequency: 2,
    random: () => random.next(),
  });
  return projectRows(rowsOf(all), model);
}

/** Weight of a sentence encoder, relative to the phrases. */
const ENCODER_WEIGHT = 2;

/** Combines vectors of phrases with an encoder's, after removing what all of these share. */
export function withEncoded(phrases: Vectors, encoded: Vectors): Vectors {
  const own = phrases.dimensions;
  const dimensions = own + encoded.dimensions;
  const mean = new Float64Array(encoded.dimensions);
  for (const [at, value] of encoded.values.entries())
    mean[at % encoded.dimensions] += value / Math.max(1, encoded.count);
  const values = new Float32Array(phrases.count * dimensions);
  const row = new Float32Array(encoded.dimensions);
  for (let at = 0; at < phrases.count; at++) {
    if (isZero(encoded, at)) continue;
    for (let d = 0; d < row.length; d++) row[d] = encoded.values[at * row.length + d] - mean[d];
    normalise(row, 0, row.length);
    values.set(phrases.values.subarray(at * own, (at + 1) * own), at * dimensions);
    for (let d = 0; d < row.length; d++) values[at * dimensions + own + d] = ENCODER_WEIGHT * row[d];
    normalise(values, at * dimensions, dimensions);
  }
  return { dimensions, count: phrases.count, values };
}
