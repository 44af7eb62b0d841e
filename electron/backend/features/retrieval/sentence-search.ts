import type { RetrievalCorpus } from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { loadSentenceEncoder, SENTENCE_ENCODER_NAME } from '../../providers/embeddings/sentence-encoder.ts';
import { openForReading } from '../../store/database.ts';
import { loadVectors } from '../../store/runs/vector-table.ts';
import { createDenseSearch, type DenseSearch, inOrderOfTurns } from './dense-vectors.ts';

/**
 * Dense search among the vectors that the sentence encoder gave a project's turns; 2 KB of memory a turn.
 * @param roundOfTurn the project's id of each turn's round
 * @throws DialogramError where a turn has no vector yet
 */
export async function openSentenceSearch(
  path: string,
  corpus: RetrievalCorpus,
  roundOfTurn: Int32Array,
): Promise<DenseSearch> {
  const encoder = await loadSentenceEncoder();
  const database = openForReading(path);
  try {
    const stored = loadVectors(database, encoder.fingerprint);
    const vectors = stored && inOrderOfTurns(stored, roundOfTurn);
    if (vectors) return createDenseSearch(corpus, 'dense-use', { encoder, vectors });
  } finally {
    database.close();
  }
  throw new DialogramError('INVALID', `The rounds are not all encoded with ${SENTENCE_ENCODER_NAME}.`, {
    place: 'methods',
    value: 'dense-use',
    nextStep: 'Encode them first, from the list of columns of the comparison.',
  });
}
