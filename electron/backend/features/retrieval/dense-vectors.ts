import type { RetrievalCorpus, RetrievalDialogue } from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import {
  fitLsaEncoder,
  type LsaEncoder,
  loadLsaEncoder,
  lsaFingerprint,
} from '../../providers/embeddings/lsa-encoder.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { loadVectors, type StoredVectors } from '../../store/runs/vector-table.ts';

/** Vectors of all training turns, with the encoder that a query goes through. */
export interface DenseVectors {
  readonly encoder: LsaEncoder;
  /** length = turns · dimensions, row-major, in the order of the corpus' turns */
  readonly vectors: Float32Array;
  /** The vectors to store; null if the project had them already. */
  readonly fresh: StoredVectors | null;
}

/**
 * Returns the vectors of the built-in encoder: the stored ones if the words are unchanged, otherwise newly
 * fitted ones.
 * @param roundOfTurn the project's id of each turn
 */
export function denseVectors(
  database: ReadDatabase,
  corpus: RetrievalCorpus,
  dialogues: readonly RetrievalDialogue[],
  roundOfTurn: Int32Array,
): DenseVectors {
  const fingerprint = lsaFingerprint(dialogues);
  const stored = loadVectors(database, fingerprint);
  const ordered = stored?.model ? inOrderOfTurns(stored, roundOfTurn) : null;
  if (stored?.model && ordered) {
    return { encoder: loadLsaEncoder(corpus, stored.model, fingerprint), vectors: ordered, fresh: null };
  }
  const encoder = fitLsaEncoder(corpus, fingerprint);
  const vectors = encoder.encodeTurns();
  const { name, dimensions } = encoder;
  const fresh = {
    encoder: name,
    fingerprint,
    dimensions,
    model: encoder.pack(),
    roundIds: roundOfTurn,
    vectors,
  };
  return { encoder, vectors, fresh };
}

/** Null if a turn has no vector. */
export function inOrderOfTurns({ roundIds, vectors, dimensions }: StoredVectors, roundOfTurn: Int32Array) {
  const placeOf = new Map(Array.from(roundIds, (round, place) => [round, place]));
  const ordered = new Float32Array(roundOfTurn.length * dimensions);
  for (const [turn, round] of roundOfTurn.entries()) {
    const place = placeOf.get(round);
    if (place === undefined) return null;
    ordered.set(vectors.subarray(place * dimensions, (place + 1) * dimensions), turn * dimensions);
  }
  return ordered;
}
