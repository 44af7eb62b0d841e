import { sentenceSpace } from '#shared/algorithms/retrieval/dense/sentence-space.ts';
import type { RetrievalCorpus, RetrievalRound } from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import type { VectorSpace } from '#shared/algorithms/retrieval/words/channel.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { SentenceEncoder } from '../../providers/embeddings/encoder.ts';
import { knownEncoder } from '../../providers/embeddings/known-encoder.ts';
import { openForReading } from '../../store/database.ts';
import { loadVectors } from '../../store/runs/vector-table.ts';
import { inOrderOfTurns } from './dense-vectors.ts';
import type { SentenceMethod } from './methods.ts';

/** The vectors that a sentence encoder gave a project's turns, and the encoder for a query. */
export interface SentenceSearch {
  readonly space: VectorSpace;
  /** Encodes the next question's history. @param vector of a provider's model, if that is the encoder */
  prepare(history: readonly RetrievalRound[], vector: Float32Array | null): Promise<void>;
}

/**
 * Opens the vectors; they take 1.5 or 2 KB of memory per turn.
 * @param roundOfTurn the project's id of each turn
 * @param method the method that needs them
 * @param source the folder of the encoder, null for the built-in one, or a provider's model
 * @throws DialogramError if a turn has no vector yet
 */
export async function openSentenceSearch(
  path: string,
  corpus: RetrievalCorpus,
  roundOfTurn: Int32Array,
  method: SentenceMethod,
  source: string | null | Pick<SentenceEncoder, 'name' | 'fingerprint'>,
): Promise<SentenceSearch> {
  const encoder: Pick<SentenceEncoder, 'name' | 'fingerprint'> & Partial<SentenceEncoder> =
    source instanceof Object ? source : await knownEncoder(source).load();
  const { name, fingerprint } = encoder;
  const database = openForReading(path);
  try {
    const stored = loadVectors(database, fingerprint);
    const vectors = stored && inOrderOfTurns(stored, roundOfTurn);
    if (vectors) {
      const { dimensions } = stored;
      const space = sentenceSpace(corpus, dimensions, vectors);
      return {
        space,
        async prepare(history, given) {
          const vector = (await encoder.encode?.([history])) ?? given;
          if (vector === null) throw notEncoded(name, method);
          if (vector.length === dimensions) return space.prepare(vector);
          throw new DialogramError(
            'INVALID',
            `${name} now gives different vectors than when the project was encoded.`,
            {
              place: 'methods',
              value: method,
              nextStep: 'Give the new model its own name on its server, choose it and encode again.',
            },
          );
        },
      };
    }
  } finally {
    database.close();
  }
  throw notEncoded(name, method);
}

const notEncoded = (encoder: string, method: SentenceMethod): DialogramError =>
  new DialogramError('INVALID', `The turns are not all encoded with ${encoder}.`, {
    place: 'methods',
    value: method,
    nextStep: 'Encode them first, under “Add a column” of the comparison.',
  });
