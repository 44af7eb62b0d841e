import { sentenceSpace } from '#shared/algorithms/retrieval/dense/sentence-space.ts';
import type {
  RetrievalCorpus,
  RetrievalDialogue,
  RetrievalTurn,
} from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { SentenceEncoder } from '../../providers/embeddings/encoder.ts';
import { knownEncoder } from '../../providers/embeddings/known-encoder.ts';
import {
  fitLsaEncoder,
  type LsaEncoder,
  loadLsaEncoder,
  lsaFingerprint,
} from '../../providers/embeddings/lsa-encoder.ts';
import { openForReading, type ReadDatabase } from '../../store/database.ts';
import { loadVectors, type StoredVectors, vectorsInOrder } from '../../store/runs/vector-table.ts';
import type { SentenceMethod } from './methods.ts';

export interface DenseVectors {
  readonly encoder: LsaEncoder;
  /** One row of `dimensions` numbers per reply, in the order of the corpus. */
  readonly vectors: Float32Array;
  readonly fresh: StoredVectors | null;
}

/** Stored vectors are used if the words are unchanged. @param turnOfReply the project's id of each reply */
export function denseVectors(
  database: ReadDatabase,
  corpus: RetrievalCorpus,
  dialogues: readonly RetrievalDialogue[],
  turnOfReply: Int32Array,
): DenseVectors {
  const fingerprint = lsaFingerprint(dialogues);
  const stored = loadVectors(database, fingerprint);
  const ordered = stored?.model ? vectorsInOrder(stored, turnOfReply) : null;
  if (stored?.model && ordered) {
    return { encoder: loadLsaEncoder(corpus, stored.model, fingerprint), vectors: ordered, fresh: null };
  }
  const encoder = fitLsaEncoder(corpus, fingerprint);
  const vectors = encoder.encodeReplies();
  const { name, dimensions } = encoder;
  const fresh = {
    encoder: name,
    fingerprint,
    dimensions,
    model: encoder.pack(),
    turnIds: turnOfReply,
    vectors,
  };
  return { encoder, vectors, fresh };
}

export type SentenceSearch = Awaited<ReturnType<typeof openSentenceSearch>>;

/**
 * Vectors take 1.5 or 2 KB of memory per turn.
 * @param source a folder, null for the built-in encoder, or a provider's model
 * @throws DialogramError if a turn has no vector yet
 */
export async function openSentenceSearch(
  path: string,
  corpus: RetrievalCorpus,
  turnOfReply: Int32Array,
  method: SentenceMethod,
  source: string | null | Pick<SentenceEncoder, 'name' | 'fingerprint'>,
) {
  const encoder: Pick<SentenceEncoder, 'name' | 'fingerprint'> & Partial<SentenceEncoder> =
    source instanceof Object ? source : await knownEncoder(source).load();
  const { name, fingerprint } = encoder;
  const database = openForReading(path);
  try {
    const stored = loadVectors(database, fingerprint);
    const vectors = stored && vectorsInOrder(stored, turnOfReply);
    if (vectors) {
      const { dimensions } = stored;
      const space = sentenceSpace(corpus, dimensions, vectors);
      return {
        space,
        /** @param vector the question's vector, if the encoder is a provider's model */
        async prepare(history: readonly RetrievalTurn[], given: Float32Array | null) {
          const vector = (await encoder.encode?.([history])) ?? given;
          if (vector === null) throw notEncoded(name, method);
          if (vector.length === dimensions) return space.prepare(vector);
          throw new DialogramError(
            'INVALID',
            `${name} no longer returns the same vectors as when the project was encoded.`,
            {
              place: 'methods',
              value: method,
              nextStep: 'Give the new model its own name on the server, choose that name, and encode again.',
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
  new DialogramError('INVALID', `Not all turns are encoded with ${encoder}.`, {
    place: 'methods',
    value: method,
    nextStep: 'Encode the turns first, under “Add a column” in the comparison.',
  });
