import type { RetrievalCorpus } from '../retrieval-corpus.ts';
import type { VectorSpace } from '../words/channel.ts';

/** Vectors of an encoder that is too slow or remote to be called during a search. */
interface SentenceSpace extends VectorSpace {
  prepare(vector: Float32Array): void;
}

/** @param vectors of every turn's history, row-major in the order of the corpus' turns */
export function sentenceSpace(
  corpus: RetrievalCorpus,
  dimensions: number,
  vectors: Float32Array,
): SentenceSpace {
  const replyAfter = new Map(Array.from(corpus.replyTurns, (turn, reply) => [turn - 1, reply]));
  let prepared = new Float32Array(dimensions);
  return {
    dimensions,
    vectors,
    prepare(vector) {
      prepared = new Float32Array(vector);
    },
    encode(history) {
      const reply = replyAfter.get(history.at(-1)?.turn ?? -1);
      return reply === undefined ? prepared : vectors.subarray(reply * dimensions, (reply + 1) * dimensions);
    },
  };
}
