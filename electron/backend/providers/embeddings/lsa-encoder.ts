import { createHash } from 'node:crypto';
import { createRandom } from '#shared/algorithms/random/random.ts';
import { fitLsa, type LsaModel, projectRow } from '#shared/algorithms/retrieval/dense/lsa.ts';
import { countRows } from '#shared/algorithms/retrieval/dense/sparse-rows.ts';
import {
  type EncodedTurn,
  encodeHistory,
  historyOfReply,
  type RetrievalCorpus,
  type RetrievalDialogue,
} from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import { distanceMarkedWords } from '#shared/algorithms/retrieval/words/channel.ts';
import type { Encoder } from './encoder.ts';

const HEADER_NUMBERS = 4;

/**
 * Packs little-endian 32-bit numbers: the numbers of dimensions, columns, used columns and singular values; then ids,
 * weights and directions of the used columns; then the singular values.
 */
export function packModel(model: LsaModel): Uint8Array {
  const { dimensions, columnCount, weights, directions, singularValues } = model;
  const used: number[] = [];
  for (let column = 0; column < columnCount; column++) if (weights[column] !== 0) used.push(column);
  const length = HEADER_NUMBERS + used.length * (2 + dimensions) + singularValues.length;
  const buffer = new ArrayBuffer(4 * length);
  const integers = new Int32Array(buffer);
  const numbers = new Float32Array(buffer);
  integers.set([dimensions, columnCount, used.length, singularValues.length]);
  integers.set(used, HEADER_NUMBERS);
  let at = HEADER_NUMBERS + used.length;
  for (const column of used) numbers[at++] = weights[column]!;
  for (const column of used) {
    numbers.set(directions.subarray(column * dimensions, (column + 1) * dimensions), at);
    at += dimensions;
  }
  numbers.set(singularValues, at);
  return new Uint8Array(buffer);
}

export function unpackModel(packed: Uint8Array): LsaModel {
  // Copies the bytes. A database's buffer may start at any byte, and a 32-bit view must not.
  const { buffer } = packed.slice();
  const integers = new Int32Array(buffer, 0, Math.floor(buffer.byteLength / 4));
  const numbers = new Float32Array(buffer, 0, integers.length);
  const [dimensions = 0, columnCount = 0, usedCount = 0, valueCount = 0] = integers;
  if (integers.length !== HEADER_NUMBERS + usedCount * (2 + dimensions) + valueCount) {
    throw new RangeError(
      `The encoder's data is damaged: its ${packed.byteLength} bytes do not match its header. Train the encoder again.`,
    );
  }
  const used = integers.subarray(HEADER_NUMBERS, HEADER_NUMBERS + usedCount);
  const weights = new Float32Array(columnCount);
  const directions = new Float32Array(columnCount * dimensions);
  let at = HEADER_NUMBERS + usedCount;
  for (const column of used) weights[column] = numbers[at++]!;
  for (const column of used) {
    directions.set(numbers.subarray(at, at + dimensions), column * dimensions);
    at += dimensions;
  }
  return { dimensions, columnCount, weights, directions, singularValues: numbers.slice(at, at + valueCount) };
}

/** The name says what it is: no sentence encoder, but word statistics of this corpus, reduced to 128 numbers. */
export const LSA_NAME = 'LSA 128 (trained on this corpus)';

const DIMENSIONS = 128;
const SEED = 1;
/** The maximum number of histories to fit on, spread evenly. More did not change the results. */
const FITTING_ROWS = 15_000;
const READING = distanceMarkedWords('three turns', 3);
/** Version of the fitting. Bump it when the same corpus would give other vectors. */
const VERSION = 1;

/** The built-in encoder: latent semantic analysis of the last three turns, fitted on the training dialogues. */
export interface LsaEncoder extends Encoder {
  /** Vectors of all training turns' histories, row-major. */
  encodeReplies(): Float32Array;
  /** Returns the vector of one history of this corpus, computed like the training vectors of `encodeReplies`. */
  encodeOne(history: readonly EncodedTurn[]): Float32Array;
  pack(): Uint8Array;
}

/** Returns the fingerprint of a corpus's vectors: its words and the encoder's parameters. */
export function lsaFingerprint(dialogues: readonly RetrievalDialogue[]): string {
  const hash = createHash('sha256').update(
    `lsa ${VERSION} ${DIMENSIONS} ${SEED} ${FITTING_ROWS} ${READING.turns}`,
  );
  const ordered = [...dialogues].sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const { key, turns } of ordered) {
    hash.update(`\u0001${key}`);
    for (const { role, text } of turns) hash.update(`\u0002${role}\u0000${text}`);
  }
  return hash.digest('hex').slice(0, 32);
}

/** Fits the encoder in O(fitting rows · words · dimensions); some seconds for 100,000 turns. */
export function fitLsaEncoder(corpus: RetrievalCorpus, fingerprint: string): LsaEncoder {
  const replyCount = corpus.replyTurns.length;
  const size = Math.min(replyCount, FITTING_ROWS);
  const rows = countRows(size, READING.columnCount(corpus), (row) =>
    readReply(corpus, Math.floor((row * replyCount) / size)),
  );
  const random = createRandom(SEED);
  const model = fitLsa(rows, {
    dimensions: DIMENSIONS,
    iterations: 2,
    minimumFrequency: 2,
    random: () => random.next(),
  });
  return encoderOf(corpus, model, fingerprint);
}

export function loadLsaEncoder(corpus: RetrievalCorpus, packed: Uint8Array, fingerprint: string): LsaEncoder {
  return encoderOf(corpus, unpackModel(packed), fingerprint);
}

function encoderOf(corpus: RetrievalCorpus, model: LsaModel, fingerprint: string): LsaEncoder {
  const { dimensions } = model;
  const projected = <Item>(items: ArrayLike<Item>, columnsOf: (item: Item, row: number) => Int32Array) => {
    const vectors = new Float32Array(items.length * dimensions);
    for (let row = 0; row < items.length; row++)
      projectRow(model, columnsOf(items[row]!, row), vectors, row * dimensions);
    return vectors;
  };
  return {
    name: LSA_NAME,
    dimensions,
    fingerprint,
    encode: async (histories) =>
      projected(histories, (history) => READING.read(encodeHistory(corpus, history), corpus)),
    encodeOne: (history) => projected([history], (one) => READING.read(one, corpus)),
    encodeReplies: () => projected(corpus.replyTurns, (_, reply) => readReply(corpus, reply)),
    pack: () => packModel(model),
  };
}

function readReply(corpus: RetrievalCorpus, reply: number): Int32Array {
  return READING.read(historyOfReply(corpus, reply, READING.turns), corpus);
}
