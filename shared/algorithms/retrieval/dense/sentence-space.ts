import type { RetrievalCorpus } from '../retrieval-corpus.ts';
import type { VectorSpace } from '../words/channel.ts';

/** Vectors of an encoder that is too slow or remote to be called during a search. */
interface SentenceSpace extends VectorSpace {
  /** Sets the vector of the next query. Histories of the corpus need none. */
  prepare(vector: Float32Array): void;
}

/** @param vectors of every turn's history, row-major in the order of the corpus' turns */
export function sentenceSpace(
  corpus: RetrievalCorpus,
  dimensions: number,
  vectors: Float32Array,
): SentenceSpace {
  const turnAfter = new Map(Array.from(corpus.turnRounds, (round, turn) => [round - 1, turn]));
  let prepared = new Float32Array(dimensions);
  return {
    dimensions,
    vectors,
    prepare(vector) {
      prepared = new Float32Array(vector);
    },
    encode(history) {
      const turn = turnAfter.get(history.at(-1)?.round ?? -1);
      return turn === undefined ? prepared : vectors.subarray(turn * dimensions, (turn + 1) * dimensions);
    },
  };
}
