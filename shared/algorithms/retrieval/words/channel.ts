import { createRandom } from '../../random/random.ts';
import { fitLsa, type LsaModel, projectRow } from '../dense/lsa.ts';
import { countRows } from '../dense/sparse-rows.ts';
import { type EncodedTurn, historyOfReply, type RetrievalCorpus } from '../retrieval-corpus.ts';
import { type Bm25Index, buildBm25, scoreAll, scorePool } from './bm25.ts';

/** A history as a bag of integers (columns); -1 is unknown to training. `turns` is the number of turns it looks back. */
interface ContextReading {
  readonly name: string;
  readonly turns: number;
  readonly columnCount: (corpus: RetrievalCorpus) => number;
  readonly read: (history: readonly EncodedTurn[], corpus: RetrievalCorpus) => Int32Array;
}

const wordCount = (corpus: RetrievalCorpus): number => corpus.words.entries.length;

export function turnWords(name: string, back: number): ContextReading {
  return {
    name,
    turns: back,
    columnCount: wordCount,
    read: (history) => history[history.length - back]?.words ?? new Int32Array(0),
  };
}

export function plainWords(name: string, turns: number): ContextReading {
  return {
    name,
    turns,
    columnCount: wordCount,
    read: (history) =>
      concatenated(
        history.slice(-turns),
        (turn) => turn.words,
        (word) => word,
      ),
  };
}

export function roleMarkedWords(name: string, turns: number): ContextReading {
  return {
    name,
    turns,
    columnCount: (corpus) => 2 * wordCount(corpus),
    read: (history) =>
      concatenated(
        history.slice(-turns),
        (turn) => turn.words,
        (word, turn) => 2 * word + turn.role,
      ),
  };
}

export function distanceMarkedWords(name: string, turns: number): ContextReading {
  return distanceMarked(name, turns, wordCount, (turn) => turn.words);
}

/** The same without values, so places and times do not matter. */
export function distanceMarkedShapes(name: string, turns: number): ContextReading {
  return distanceMarked(
    name,
    turns,
    (corpus) => corpus.shapes.entries.length,
    (turn) => turn.shapes,
  );
}

export function distanceMarkedTags(name: string, turns: number): ContextReading {
  return distanceMarked(
    name,
    turns,
    (corpus) => corpus.symbols.length,
    (turn) => turn.symbols,
  );
}

function distanceMarked(
  name: string,
  turns: number,
  sizeOf: (corpus: RetrievalCorpus) => number,
  partOf: (turn: EncodedTurn) => Int32Array,
): ContextReading {
  return {
    name,
    turns,
    columnCount: (corpus) => turns * sizeOf(corpus),
    read: (history, corpus) => {
      const size = sizeOf(corpus);
      return concatenated(history.slice(-turns).reverse(), partOf, (entry, _, back) => back * size + entry);
    },
  };
}

function concatenated(
  turns: readonly EncodedTurn[],
  partOf: (turn: EncodedTurn) => Int32Array,
  columnOf: (entry: number, turn: EncodedTurn, at: number) => number,
): Int32Array {
  let length = 0;
  for (const turn of turns) length += partOf(turn).length;
  const columns = new Int32Array(length);
  let next = 0;
  for (let at = 0; at < turns.length; at++) {
    for (const entry of partOf(turns[at])) columns[next++] = entry < 0 ? -1 : columnOf(entry, turns[at], at);
  }
  return columns;
}

/** One method of scoring training turns against a history; higher is better. */
export interface Channel {
  readonly name: string;
  scoreAll(history: readonly EncodedTurn[]): Float32Array;
  scorePool(history: readonly EncodedTurn[], pool: Int32Array): Float32Array;
}

export function bm25Channel(corpus: RetrievalCorpus, reading: ContextReading): Channel {
  const index: Bm25Index = buildBm25(
    countRows(corpus.replyTurns.length, reading.columnCount(corpus), (reply) =>
      reading.read(historyOfReply(corpus, reply, reading.turns), corpus),
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

/** Unit vectors of the training turns' texts, and the function that gives a query such a vector. */
export interface VectorSpace {
  readonly dimensions: number;
  /** length = turns · dimensions, row-major */
  readonly vectors: Float32Array;
  readonly encode: (history: readonly EncodedTurn[]) => Float32Array;
}

interface DenseOptions {
  readonly dimensions: number;
  readonly seed: number;
}

/** The most rows for fitting an encoder; more did not change the results. */
const FITTING_ROWS = 15_000;

/** An LSA encoder over readings of histories, and the vectors of all training histories. */
export function contextSpace(
  corpus: RetrievalCorpus,
  reading: ContextReading,
  options: DenseOptions,
): VectorSpace {
  const read = (reply: number) => reading.read(historyOfReply(corpus, reply, reading.turns), corpus);
  const model = fitEncoder(corpus.replyTurns.length, reading.columnCount(corpus), read, options);
  return {
    dimensions: model.dimensions,
    vectors: encodeReplies(corpus.replyTurns.length, model, read),
    encode: (history) => encodeColumns(model, reading.read(history, corpus)),
  };
}

/** The second paper's alternative: histories are compared with the answers, in one space of words. */
export function answerSpace(
  corpus: RetrievalCorpus,
  context: ContextReading,
  options: DenseOptions,
): VectorSpace {
  const answer = (reply: number) => {
    const turn = corpus.replyTurns[reply];
    return corpus.wordIds.subarray(corpus.wordOffsets[turn], corpus.wordOffsets[turn + 1]);
  };
  const replyCount = corpus.replyTurns.length;
  const both = (row: number) =>
    row < replyCount
      ? answer(row)
      : context.read(historyOfReply(corpus, row - replyCount, context.turns), corpus);
  const model = fitEncoder(2 * replyCount, context.columnCount(corpus), both, options);
  return {
    dimensions: model.dimensions,
    vectors: encodeReplies(replyCount, model, answer),
    encode: (history) => encodeColumns(model, context.read(history, corpus)),
  };
}

export function joinedSpace(spaces: readonly VectorSpace[]): VectorSpace {
  const dimensions = spaces.reduce((sum, space) => sum + space.dimensions, 0);
  const replyCount = Math.max(...spaces.map((space) => space.vectors.length / Math.max(1, space.dimensions)));
  const vectors = new Float32Array(replyCount * dimensions);
  let from = 0;
  for (const space of spaces) {
    for (let reply = 0; reply < replyCount; reply++) {
      const own = space.vectors.subarray(reply * space.dimensions, (reply + 1) * space.dimensions);
      vectors.set(own, reply * dimensions + from);
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
  const replyCount = dimensions === 0 ? 0 : vectors.length / dimensions;
  const scores = new Float32Array(replyCount);
  return {
    name,
    scoreAll: (history) => {
      const query = Float64Array.from(space.encode(history));
      const whole = replyCount - (replyCount % 8);
      for (let reply = 0; reply < whole; reply += 8) scoreEight(query, vectors, reply, scores);
      for (let reply = whole; reply < replyCount; reply++)
        scores[reply] = dotProduct(query, vectors, reply * dimensions);
      return scores;
    },
    scorePool: (history, pool) => {
      const query = Float64Array.from(space.encode(history));
      return Float32Array.from(pool, (reply) => dotProduct(query, vectors, reply * dimensions));
    },
  };
}

/** In double precision, summed in the order of `scoreEight`, so a turn always has the same score. */
function dotProduct(query: Float64Array, vectors: Float32Array, at: number): number {
  let sum = 0;
  for (let i = 0; i < query.length; i++) sum += query[i] * vectors[at + i];
  return sum;
}

/** Scores eight turns. Reading each number of the query once for all of them saves a third of the time. */
function scoreEight(query: Float64Array, vectors: Float32Array, reply: number, scores: Float32Array): void {
  const dimensions = query.length;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let e = 0;
  let f = 0;
  let g = 0;
  let h = 0;
  for (let i = 0, start = reply * dimensions; i < dimensions; i++) {
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
  scores[reply] = a;
  scores[reply + 1] = b;
  scores[reply + 2] = c;
  scores[reply + 3] = d;
  scores[reply + 4] = e;
  scores[reply + 5] = f;
  scores[reply + 6] = g;
  scores[reply + 7] = h;
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

function encodeReplies(
  replyCount: number,
  model: LsaModel,
  read: (reply: number) => Int32Array,
): Float32Array {
  const vectors = new Float32Array(replyCount * model.dimensions);
  for (let reply = 0; reply < replyCount; reply++)
    projectRow(model, read(reply), vectors, reply * model.dimensions);
  return vectors;
}

function encodeColumns(model: LsaModel, columns: Int32Array): Float32Array {
  const vector = new Float32Array(model.dimensions);
  projectRow(model, columns, vector, 0);
  return vector;
}
