import { rougeLF1 } from '../../metrics/text/rouge.ts';
import { createRandom } from '../../random/random.ts';
import type { RetrievalCorpus } from '../retrieval-corpus.ts';
import type { VectorSpace } from '../words/channel.ts';
import { createAdam } from './adam.ts';
import { normalise } from './lsa.ts';

interface ProjectionOptions {
  readonly seed: number;
  /** Mini-batches seen. */
  readonly steps: number;
  /** Turns of a mini-batch; the paper takes 64. */
  readonly miniBatch: number;
}

export const PROJECTION_DEFAULTS: Omit<ProjectionOptions, 'seed'> = { steps: 600, miniBatch: 64 };

/** Length of a vector before training: with unit vectors equation 1, which has no temperature, could not learn. */
const SCALE = 4;
const LEARNING_RATE = 0.02;

/**
 * A projection of context vectors trained by weak supervision: in every random mini-batch the target of a context is
 * the other context, of another dialogue, whose answer is most like its own (ROUGE-L); the loss is the cross
 * entropy of the dot products within the mini-batch (Raposo, Coheur & Martins 2023, section 3.1, equation 1, option 1).
 * There a sentence encoder is fine-tuned; here one matrix on top of a fixed encoder.
 *
 * The result is searched by cosine, which was better than the dot product on all corpora tried.
 * O(steps · turns² · dimensions + steps · turns · dimensions²), with the turns of a mini-batch.
 */
export function trainProjection(
  corpus: RetrievalCorpus,
  space: VectorSpace,
  options: ProjectionOptions,
): VectorSpace {
  const { dimensions } = space;
  const turnCount = corpus.turnRounds.length;
  const random = createRandom(options.seed);
  const matrix = new Float32Array(dimensions * dimensions);
  for (let d = 0; d < dimensions; d++) matrix[d * dimensions + d] = SCALE;
  const adam = createAdam(matrix);
  const size = Math.min(options.miniBatch, turnCount);
  const steps = size < 2 ? 0 : options.steps;
  for (let step = 1; step <= steps; step++) {
    const turns = Int32Array.from({ length: size }, () => random.integer(turnCount));
    const targets = targetsOf(corpus, turns);
    adam.step(gradientOf(space, matrix, turns, targets), LEARNING_RATE * (1 - step / steps) + 0.001);
  }
  const vectors = new Float32Array(space.vectors.length);
  for (let turn = 0; turn < turnCount; turn++) {
    const at = turn * dimensions;
    multiply(space.vectors, at, matrix, dimensions, vectors, at);
    normalise(vectors, at, dimensions);
  }
  return {
    dimensions,
    vectors,
    encode: (history) => {
      const projected = new Float32Array(dimensions);
      multiply(space.encode(history), 0, matrix, dimensions, projected, 0);
      normalise(projected, 0, dimensions);
      return projected;
    },
  };
}

/** For each turn of a mini-batch the one whose answer is most like its own; -1 where all are of one dialogue. */
function targetsOf(corpus: RetrievalCorpus, turns: Int32Array): Int32Array {
  const answers = Array.from(turns, (turn) => {
    const round = corpus.turnRounds[turn];
    return corpus.wordIds.subarray(corpus.wordOffsets[round], corpus.wordOffsets[round + 1]);
  });
  return turns.map((turn, i) => {
    let target = -1;
    let highest = -1;
    for (let j = 0; j < turns.length; j++) {
      if (corpus.turnDialogues[turns[j]] === corpus.turnDialogues[turn]) continue;
      const score = rougeLF1(answers[j], answers[i]);
      if (score > highest) {
        highest = score;
        target = j;
      }
    }
    return target;
  });
}

function gradientOf(
  space: VectorSpace,
  matrix: Float32Array,
  turns: Int32Array,
  targets: Int32Array,
): Float32Array {
  const { dimensions, vectors } = space;
  const size = turns.length;
  const projected = new Float32Array(size * dimensions);
  turns.forEach((turn, i) => {
    multiply(vectors, turn * dimensions, matrix, dimensions, projected, i * dimensions);
  });
  const slopes = new Float32Array(size * dimensions);
  const shares = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    if (targets[i] < 0) continue;
    softmaxOfDots(projected, i, dimensions, shares);
    for (let j = 0; j < size; j++) {
      // A context is not its own document, so its diagonal entry stays out of the sum.
      const pull = j === i ? 0 : (shares[j] - (j === targets[i] ? 1 : 0)) / size;
      if (pull === 0) continue;
      for (let d = 0; d < dimensions; d++) {
        slopes[i * dimensions + d] += pull * projected[j * dimensions + d];
        slopes[j * dimensions + d] += pull * projected[i * dimensions + d];
      }
    }
  }
  const gradient = new Float32Array(matrix.length);
  turns.forEach((turn, i) => {
    for (let row = 0; row < dimensions; row++) {
      const value = vectors[turn * dimensions + row];
      for (let d = 0; d < dimensions; d++)
        gradient[row * dimensions + d] += value * slopes[i * dimensions + d];
    }
  });
  return gradient;
}

function softmaxOfDots(projected: Float32Array, i: number, dimensions: number, into: Float64Array): void {
  let highest = Number.NEGATIVE_INFINITY;
  for (let j = 0; j < into.length; j++) {
    let sum = 0;
    for (let d = 0; d < dimensions; d++) sum += projected[i * dimensions + d] * projected[j * dimensions + d];
    into[j] = j === i ? Number.NEGATIVE_INFINITY : sum;
    if (into[j] > highest) highest = into[j];
  }
  let total = 0;
  for (let j = 0; j < into.length; j++) {
    into[j] = Math.exp(into[j] - highest);
    total += into[j];
  }
  for (let j = 0; j < into.length; j++) into[j] /= total;
}

/** into = vector · matrix */
function multiply(
  vectors: Float32Array,
  from: number,
  matrix: Float32Array,
  dimensions: number,
  into: Float32Array,
  at: number,
): void {
  for (let row = 0; row < dimensions; row++) {
    const value = vectors[from + row];
    if (value === 0) continue;
    for (let d = 0; d < dimensions; d++) into[at + d] += value * matrix[row * dimensions + d];
  }
}
