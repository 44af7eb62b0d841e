import { rougeLF1 } from '../../metrics/text/rouge.ts';
import { createRandom, type Random } from '../../random/random.ts';
import type { RetrievalCorpus } from '../retrieval-corpus.ts';
import type { VectorSpace } from '../words/channel.ts';
import { createAdam, orthonormalise } from './dense-algebra.ts';
import { gaussian, normalise } from './lsa.ts';

/** Row vectors times a matrix: `rows` numbers in, `columns` out. */
interface LinearMap {
  readonly rows: number;
  readonly columns: number;
  /** length = rows · columns, row-major */
  readonly values: Float32Array;
}

export interface Vectors {
  readonly dimensions: number;
  readonly vectors: Float32Array;
}

const FITTING_ROWS = 4000;

/** Returns the map to `columns` numbers that best keeps dot products, times `scale`² (by subspace iteration). */
export function principalMap(
  { dimensions, vectors }: Vectors,
  columns: number,
  scale: number,
  random: Random,
): LinearMap {
  const width = Math.min(columns, dimensions);
  const basis = new Float64Array(dimensions * width);
  if (width === dimensions) for (let d = 0; d < dimensions; d++) basis[d * width + d] = 1;
  else {
    const rowCount = vectors.length / dimensions;
    const size = Math.min(rowCount, FITTING_ROWS);
    for (let at = 0; at < basis.length; at++) basis[at] = gaussian(() => random.next());
    for (let iteration = 0; iteration < 4; iteration++) {
      orthonormalise(basis, dimensions, width);
      const image = new Float64Array(basis.length);
      const along = new Float64Array(width);
      for (let row = 0; row < size; row++) {
        const at = Math.floor((row * rowCount) / size) * dimensions;
        along.fill(0);
        for (let d = 0; d < dimensions; d++)
          for (let k = 0; k < width; k++) along[k] += vectors[at + d] * basis[d * width + k];
        for (let d = 0; d < dimensions; d++)
          for (let k = 0; k < width; k++) image[d * width + k] += vectors[at + d] * along[k];
      }
      basis.set(image);
    }
    orthonormalise(basis, dimensions, width);
  }
  return { rows: dimensions, columns: width, values: Float32Array.from(basis, (value) => scale * value) };
}

function applyMap(
  { rows, columns, values }: LinearMap,
  vectors: Float32Array,
  from: number,
  into: Float32Array,
  at: number,
): void {
  for (let row = 0; row < rows; row++) {
    const value = vectors[from + row];
    if (value === 0) continue;
    for (let d = 0; d < columns; d++) into[at + d] += value * values[row * columns + d];
  }
}

export function mapped(map: LinearMap, { dimensions, vectors }: Vectors): Vectors {
  const count = dimensions === 0 ? 0 : vectors.length / dimensions;
  const into = new Float32Array(count * map.columns);
  for (let row = 0; row < count; row++) {
    applyMap(map, vectors, row * dimensions, into, row * map.columns);
    normalise(into, row * map.columns, map.columns);
  }
  return { dimensions: map.columns, vectors: into };
}

type Rows = Float32Array | Float64Array;

interface InBatchLoss {
  readonly loss: number;
  readonly querySlopes: Float64Array;
  readonly documentSlopes: Float64Array;
}

/**
 * The cross entropy of finding each query's document in its mini-batch, and its gradient. O(queries² · dimensions). By
 * dot product without a temperature (Raposo, Coheur & Martins 2023, section 3.1, equation 1).
 * @param targets the document of each query; a query with -1 is left out
 * @param own true if query and document at an index are one text, which must not find itself
 */
export function inBatchLoss(
  queries: Rows,
  documents: Rows,
  targets: Int32Array,
  dimensions: number,
  own: boolean,
): InBatchLoss {
  const size = targets.length;
  const querySlopes = new Float64Array(queries.length);
  const documentSlopes = new Float64Array(documents.length);
  const shares = new Float64Array(size);
  const asked = targets.reduce((sum, target) => sum + (target < 0 ? 0 : 1), 0);
  let loss = 0;
  for (let i = 0; i < size; i++) {
    if (targets[i] < 0) continue;
    let highest = Number.NEGATIVE_INFINITY;
    for (let j = 0; j < size; j++) {
      let dot = 0;
      for (let d = 0; d < dimensions; d++) dot += queries[i * dimensions + d] * documents[j * dimensions + d];
      shares[j] = own && j === i ? Number.NEGATIVE_INFINITY : dot;
      if (shares[j] > highest) highest = shares[j];
    }
    let total = 0;
    for (let j = 0; j < size; j++) {
      shares[j] = Math.exp(shares[j] - highest);
      total += shares[j];
    }
    loss -= Math.log(shares[targets[i]] / total) / asked;
    for (let j = 0; j < size; j++) {
      const pull = (shares[j] / total - (j === targets[i] ? 1 : 0)) / asked;
      if (pull === 0) continue;
      for (let d = 0; d < dimensions; d++) {
        querySlopes[i * dimensions + d] += pull * documents[j * dimensions + d];
        documentSlopes[j * dimensions + d] += pull * queries[i * dimensions + d];
      }
    }
  }
  return { loss, querySlopes, documentSlopes };
}

interface TrainingReplies {
  readonly dialogues: Int32Array;
  readonly likeness: (reply: number, other: number) => number;
}

interface TrainingOptions {
  readonly seed: number;
  /** Mini-batches seen at most. */
  readonly steps: number;
  readonly miniBatch: number;
  readonly dimensions: number;
}

export const TRAINING_DEFAULTS: Omit<TrainingOptions, 'seed'> = {
  steps: 1200,
  miniBatch: 64,
  dimensions: 128,
};

/** Length of the vectors before training. Equation 1 has no temperature, so it could not learn from unit vectors. */
const SCALE = 4;
const LEARNING_RATE = 0.02;
/** The most epochs, as in the paper: small corpora are learned quickly. */
const MOST_EPOCHS = 20;
/** One dialogue in `HELD_OUT_OF` is held out for early stopping. */
const HELD_OUT_OF = 10;
const JUDGED_BATCHES = 12;
const STEPS_PER_JUDGEMENT = 40;
/** Training ends after this many evaluations without a lower loss. */
const PATIENCE = 4;

interface MiniBatch {
  readonly replies: Int32Array;
  readonly targets: Int32Array;
}

/**
 * Trains a linear map on a fixed encoder by weak supervision; the paper fine-tunes a transformer. Without `documents`,
 * each context must find the one with the most similar answer (option 1). With them, contexts find their own answers
 * through two maps (option 2). Returns the maps with the lowest held-out loss. O(steps · (turns² · dimensions + turns ·
 * dimensions²))
 */
export function trainMaps(
  replies: TrainingReplies,
  queries: Vectors,
  documents: Vectors | null,
  options: TrainingOptions,
) {
  const random = createRandom(options.seed);
  const width = Math.min(options.dimensions, queries.dimensions, documents?.dimensions ?? queries.dimensions);
  const query = principalMap(queries, width, SCALE, random);
  const document = documents ? principalMap(documents, width, SCALE, random) : query;
  const towers = documents
    ? [
        { map: query, of: queries },
        { map: document, of: documents },
      ]
    : [{ map: query, of: queries }];

  const places = [...replies.dialogues.keys()];
  const isHeldOut = (reply: number): boolean => replies.dialogues[reply] % HELD_OUT_OF === HELD_OUT_OF - 1;
  const taught = places.filter((reply) => !isHeldOut(reply));
  const heldOut = places.filter(isHeldOut);
  const draw = (from: readonly number[], by: Random): MiniBatch => {
    const drawn = Int32Array.from({ length: Math.min(options.miniBatch, from.length) }, () => by.pick(from));
    return { replies: drawn, targets: documents ? drawn.map((_, at) => at) : targetsOf(replies, drawn) };
  };
  const judged = Array.from({ length: heldOut.length < 2 ? 0 : JUDGED_BATCHES }, () => draw(heldOut, random));
  const lossOf = ({ replies: drawn, targets }: MiniBatch): InBatchLoss => {
    const [asked, found = asked] = towers.map(({ map, of }) => through(map, of, drawn));
    return inBatchLoss(asked, found, targets, query.columns, documents === null);
  };
  const heldOutLoss = (): number =>
    judged.reduce((sum, batch) => sum + lossOf(batch).loss / judged.length, 0);

  const optimisers = towers.map(({ map }) => createAdam(map.values));
  const before = heldOutLoss();
  let best = { loss: before, step: 0, values: towers.map(({ map }) => map.values.slice()) };
  const steps = taught.length < 2 ? 0 : options.steps;
  for (let step = 1; step <= steps; step++) {
    const batch = draw(taught, random);
    const { querySlopes, documentSlopes } = lossOf(batch);
    const slopes = documents
      ? [querySlopes, documentSlopes]
      : [querySlopes.map((slope, at) => slope + documentSlopes[at])];
    const rate = LEARNING_RATE * (1 - step / steps) + 0.001;
    towers.forEach(({ of }, at) => {
      optimisers[at].step(gradientOf(of, batch.replies, slopes[at], query.columns), rate);
    });
    if (judged.length === 0 || step % STEPS_PER_JUDGEMENT !== 0) continue;
    const loss = heldOutLoss();
    if (loss < best.loss) best = { loss, step, values: towers.map(({ map }) => map.values.slice()) };
    else if (step - best.step >= PATIENCE * STEPS_PER_JUDGEMENT) break;
  }
  if (judged.length > 0) towers.forEach(({ map }, at) => void map.values.set(best.values[at]));
  return {
    query,
    document,
    heldOutLoss: { before, after: best.loss },
    steps: judged.length > 0 ? best.step : steps,
  };
}

/** A trained space of contexts, or of contexts and answers. Searched by cosine, which was better than dot product. */
export function trainedSpace(
  corpus: RetrievalCorpus,
  queries: VectorSpace,
  documents: Vectors | null,
  options: TrainingOptions,
): VectorSpace {
  const answers = Array.from(corpus.replyTurns, (turn) =>
    corpus.wordIds.subarray(corpus.wordOffsets[turn], corpus.wordOffsets[turn + 1]),
  );
  const replies: TrainingReplies = {
    dialogues: corpus.replyDialogues,
    likeness: (reply, other) => rougeLF1(answers[other], answers[reply]),
  };
  const epochs = Math.ceil((MOST_EPOCHS * answers.length) / options.miniBatch);
  const steps = Math.min(options.steps, epochs);
  const { query, document } = trainMaps(replies, queries, documents, { ...options, steps });
  return {
    ...mapped(document, documents ?? queries),
    encode: (history) => {
      const vector = new Float32Array(query.columns);
      applyMap(query, queries.encode(history), 0, vector, 0);
      normalise(vector, 0, query.columns);
      return vector;
    },
  };
}

/** By turn of a mini-batch, the one with the most similar answer; -1 if all are from one dialogue. */
function targetsOf({ dialogues, likeness }: TrainingReplies, drawn: Int32Array): Int32Array {
  return drawn.map((reply) => {
    let target = -1;
    let highest = Number.NEGATIVE_INFINITY;
    drawn.forEach((other, at) => {
      if (dialogues[other] === dialogues[reply]) return;
      const score = likeness(reply, other);
      if (score > highest) {
        highest = score;
        target = at;
      }
    });
    return target;
  });
}

function through(map: LinearMap, { vectors }: Vectors, drawn: Int32Array): Float32Array {
  const result = new Float32Array(drawn.length * map.columns);
  drawn.forEach((reply, at) => {
    applyMap(map, vectors, reply * map.rows, result, at * map.columns);
  });
  return result;
}

/** Returns the gradient by map, from that of its output. */
function gradientOf(
  { dimensions, vectors }: Vectors,
  drawn: Int32Array,
  slopes: Float64Array,
  columns: number,
): Float32Array {
  const gradient = new Float32Array(dimensions * columns);
  drawn.forEach((reply, at) => {
    for (let row = 0; row < dimensions; row++) {
      const value = vectors[reply * dimensions + row];
      if (value === 0) continue;
      for (let d = 0; d < columns; d++) gradient[row * columns + d] += value * slopes[at * columns + d];
    }
  });
  return gradient;
}
