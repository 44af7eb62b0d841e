import { createRandom } from '../../random/random.ts';
import { fitLsa, type LsaModel, projectRow } from '../dense/lsa.ts';
import { countRows } from '../dense/sparse-rows.ts';
import { type EncodedRound, historyOfTurn, type RetrievalCorpus } from '../retrieval-corpus.ts';
import { type Bm25Index, buildBm25, scoreAll, scorePool } from './bm25.ts';
import type { ContextReading } from './context-words.ts';

/** One way of scoring training turns against a history; higher is better. */
export interface Channel {
  readonly name: string;
  /** Scores of all turns, in an array that the channel uses again at the next call. */
  scoreAll(history: readonly EncodedRound[]): Float32Array;
  /** Scores of the given turns, in their order. */
  scorePool(history: readonly EncodedRound[], pool: Int32Array): Float32Array;
}

/** BM25 between readings of histories. */
export function bm25Channel(corpus: RetrievalCorpus, reading: ContextReading): Channel {
  const index: Bm25Index = buildBm25(
    countRows(corpus.turnRounds.length, reading.columnCount(corpus), (turn) =>
      reading.read(historyOfTurn(corpus, turn, reading.rounds), corpus),
    ),
  );
  const scores = new Float32Array(index.documentCount);
  const weights = new Float32Array(reading.columnCount(corpus));
  return {
    name: reading.name,
    scoreAll: (history) => scoreAll(index, reading.read(history, corpus), scores),
    scorePool: (history, pool) => scorePool(index, reading.read(history, corpus), pool, weights),
  };
}

/** Texts as unit vectors, one a training turn, and the same for a query. */
export interface VectorSpace {
  readonly dimensions: number;
  /** length = turns · dimensions, row-major */
  readonly vectors: Float32Array;
  readonly encode: (history: readonly EncodedRound[]) => Float32Array;
}

interface DenseOptions {
  readonly dimensions: number;
  readonly seed: number;
}

/** Rows an encoder is fitted on at most; more did not change the results. */
const FITTING_ROWS = 15_000;

/** An LSA encoder over readings of histories, and the vectors of all training histories. */
export function contextSpace(
  corpus: RetrievalCorpus,
  reading: ContextReading,
  options: DenseOptions,
): VectorSpace {
  const read = (turn: number) => reading.read(historyOfTurn(corpus, turn, reading.rounds), corpus);
  const model = fitEncoder(corpus.turnRounds.length, reading.columnCount(corpus), read, options);
  return {
    dimensions: model.dimensions,
    vectors: encodeTurns(corpus.turnRounds.length, model, read),
    encode: (history) => encodeColumns(model, reading.read(history, corpus)),
  };
}

/**
 * The second paper's alternative: histories are compared with the answers themselves, in one space of words.
 */
export function answerSpace(
  corpus: RetrievalCorpus,
  context: ContextReading,
  options: DenseOptions,
): VectorSpace {
  const answer = (turn: number) => {
    const round = corpus.turnRounds[turn];
    return corpus.wordIds.subarray(corpus.wordOffsets[round], corpus.wordOffsets[round + 1]);
  };
  const turnCount = corpus.turnRounds.length;
  const both = (row: number) =>
    row < turnCount
      ? answer(row)
      : context.read(historyOfTurn(corpus, row - turnCount, context.rounds), corpus);
  const model = fitEncoder(2 * turnCount, context.columnCount(corpus), both, options);
  return {
    dimensions: model.dimensions,
    vectors: encodeTurns(turnCount, model, answer),
    encode: (history) => encodeColumns(model, context.read(history, corpus)),
  };
}

/** The vectors of several spaces of one corpus, concatenated. */
export function joinedSpace(spaces: readonly VectorSpace[]): VectorSpace {
  const dimensions = spaces.reduce((sum, space) => sum + space.dimensions, 0);
  const turnCount = Math.max(...spaces.map((space) => space.vectors.length / Math.max(1, space.dimensions)));
  const vectors = new Float32Array(turnCount * dimensions);
  let from = 0;
  for (const space of spaces) {
    for (let turn = 0; turn < turnCount; turn++) {
      const own = space.vectors.subarray(turn * space.dimensions, (turn + 1) * space.dimensions);
      vectors.set(own, turn * dimensions + from);
    }
    from += space.dimensions;
  }
  return {
    dimensions,
    vectors,
    encode: (history) => Float32Array.from(spaces.flatMap((space) => [...space.encode(history)])),
  };
}

/** Exact search by dot product, which is the cosine for unit vectors. */
export function denseChannel(name: string, space: VectorSpace): Channel {
  const { dimensions, vectors } = space;
  const turnCount = dimensions === 0 ? 0 : vectors.length / dimensions;
  const scores = new Float32Array(turnCount);
  return {
    name,
    scoreAll: (history) => {
      const query = Float64Array.from(space.encode(history));
      const whole = turnCount - (turnCount % 8);
      for (let turn = 0; turn < whole; turn += 8) scoreEight(query, vectors, turn, scores);
      for (let turn = whole; turn < turnCount; turn++)
        scores[turn] = dotProduct(query, vectors, turn * dimensions);
      return scores;
    },
    scorePool: (history, pool) => {
      const query = Float64Array.from(space.encode(history));
      return Float32Array.from(pool, (turn) => dotProduct(query, vectors, turn * dimensions));
    },
  };
}

/** In double precision, summed in the order of `scoreEight`, so a turn always has the same score. */
function dotProduct(query: Float64Array, vectors: Float32Array, at: number): number {
  let sum = 0;
  for (let i = 0; i < query.length; i++) sum += query[i] * vectors[at + i];
  return sum;
}

/** Scores a turn and the seven after it. Each number of the query is read once for all of them: a third less time than one by one. */
function scoreEight(query: Float64Array, vectors: Float32Array, turn: number, scores: Float32Array): void {
  const dimensions = query.length;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let e = 0;
  let f = 0;
  let g = 0;
  let h = 0;
  for (let i = 0, start = turn * dimensions; i < dimensions; i++) {
    const wanted = query[i];
    let at = start + i;
    a += wanted * vectors[at];
    at += dimensions;
    b += wanted * vectors[at];
    at += dimensions;
    c += wanted * vectors[at];
    at += dimensions;
    d += wanted * vectors[at];
    at += dimensions;
    e += wanted * vectors[at];
    at += dimensions;
    f += wanted * vectors[at];
    at += dimensions;
    g += wanted * vectors[at];
    at += dimensions;
    h += wanted * vectors[at];
  }
  // One by one: `set` of an array creates the array first and copies it slowly.
  scores[turn] = a;
  scores[turn + 1] = b;
  scores[turn + 2] = c;
  scores[turn + 3] = d;
  scores[turn + 4] = e;
  scores[turn + 5] = f;
  scores[turn + 6] = g;
  scores[turn + 7] = h;
}

function fitEncoder(
  rowCount: number,
  columnCount: number,
  read: (row: number) => Int32Array,
  options: DenseOptions,
): LsaModel {
  const size = Math.min(rowCount, FITTING_ROWS);
  const rows = countRows(size, columnCount, (row) => read(Math.floor((row * rowCount) / size)));
  const random = createRandom(options.seed);
  return fitLsa(rows, {
    dimensions: options.dimensions,
    iterations: 2,
    minimumFrequency: 2,
    random: () => random.next(),
  });
}

function encodeTurns(turnCount: number, model: LsaModel, read: (turn: number) => Int32Array): Float32Array {
  const vectors = new Float32Array(turnCount * model.dimensions);
  for (let turn = 0; turn < turnCount; turn++)
    projectRow(model, read(turn), vectors, turn * model.dimensions);
  return vectors;
}

function encodeColumns(model: LsaModel, columns: Int32Array): Float32Array {
  const vector = new Float32Array(model.dimensions);
  projectRow(model, columns, vector, 0);
  return vector;
}
