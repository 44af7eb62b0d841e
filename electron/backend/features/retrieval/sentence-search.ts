import { sentenceSpace } from '#shared/algorithms/retrieval/dense/sentence-space.ts';
import type { RetrievalCorpus, RetrievalRound } from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import type { VectorSpace } from '#shared/algorithms/retrieval/words/channel.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { knownEncoder } from '../../providers/embeddings/known-encoder.ts';
import { openForReading } from '../../store/database.ts';
import { loadVectors } from '../../store/runs/vector-table.ts';
import { inOrderOfTurns } from './dense-vectors.ts';
import type { SentenceMethod } from './methods.ts';

/** The vectors that a sentence encoder gave a project's turns, and the encoder for a query. */
export interface SentenceSearch {
  readonly space: VectorSpace;
  /** Encodes the history that is asked about next. */
  prepare(history: readonly RetrievalRound[]): Promise<void>;
}

/**
 * Opens them; 1.5 or 2 KB of memory a turn.
 * @param roundOfTurn the project's id of each turn's round
 * @param method for which they are opened
 * @param folder that of the encoder; null is the one that comes with the app
 * @throws DialogramError where a turn has no vector yet
 */
export async function openSentenceSearch(
  path: string,
  corpus: RetrievalCorpus,
  roundOfTurn: Int32Array,
  method: SentenceMethod,
  folder: string | null,
): Promise<SentenceSearch> {
  const encoder = await knownEncoder(folder).load();
  const database = openForReading(path);
  try {
    const stored = loadVectors(database, encoder.fingerprint);
    const vectors = stored && inOrderOfTurns(stored, roundOfTurn);
    if (vectors) {
      const space = sentenceSpace(corpus, encoder.dimensions, vectors);
      return { space, prepare: async (history) => space.prepare(await encoder.encode([history])) };
    }
  } finally {
    database.close();
  }
  throw new DialogramError('INVALID', `The rounds are not all encoded with ${encoder.name}.`, {
    place: 'methods',
    value: method,
    nextStep: 'Encode them first, from the list of columns of the comparison.',
  });
}
