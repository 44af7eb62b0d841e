import { encodeSentencesOf } from '#shared/algorithms/moves/clusters/encode-sentences.ts';
import type { OwnCue } from '#shared/algorithms/moves/cues/own-cues.ts';
import { induceMoves, suitsSupportTagger } from '#shared/algorithms/moves/induce.ts';
import type { MoveFigures } from '#shared/algorithms/moves/move-figures.ts';
import { createMovesCorpus, type MovesCorpus } from '#shared/algorithms/moves/moves-corpus.ts';
import type { MovedTurn, MovesMethod, MovesModel } from '#shared/algorithms/moves/moves-model.ts';
import { createSupportReading, type SupportTags } from '#shared/algorithms/moves/support/support-reading.ts';
import type { JobProgress } from '../../jobs/job.ts';
import { supportModel } from '../../machine/optional-packages.ts';
import { bundledEncoder, knownEncoder } from '../../providers/embeddings/known-encoder.ts';
import { type ReadTurns, readSpoken } from '../../store/corpus/utterance-table.ts';
import { type StoredVectors, supportVectorsOf } from '../../store/runs/vector-table.ts';
import type { EncoderPlace } from '../comparison/index.ts';

interface MovesInput {
  readonly path: string;
  readonly moves: number | 'auto';
  readonly method: MovesMethod | 'auto';
  readonly seed: number;
  readonly cues: readonly OwnCue[];
  /** The encoder for comparing sentences; null for LSA. */
  readonly encoder: EncoderPlace | null;
  readonly resources: string;
}

interface FoundMoves extends ReadTurns {
  readonly model: MovesModel;
  readonly turns: readonly MovedTurn[];
  readonly figures: MoveFigures;
  /** The support tagger's vectors of turns; null if there are none or too many to store. */
  readonly vectors: Omit<StoredVectors, 'model'> | null;
}

/** Vectors take 1.5 KB per turn. */
const MOST_KEPT = 20_000;

export async function findMoves(
  { path, moves, method, seed, cues, encoder, resources }: MovesInput,
  report: (progress: JobProgress) => void,
): Promise<FoundMoves> {
  const corpus = createMovesCorpus();
  const reading =
    method === 'auto' || method === 'support' ? createSupportReading(supportModel(resources)) : null;
  const read = readSpoken(
    path,
    (turns) => {
      corpus.add(turns);
      reading?.add(turns);
    },
    (progress) => report({ ...progress, unit: 'dialogues' }),
  );
  const said = corpus.finish();
  const given = encoder && {
    encoder: await encodeSentencesOf(said, await knownEncoder(encoder.folder).load(), (done, total) =>
      report({ phase: 'encoding distinct sentences', done, total, unit: 'sentences' }),
    ),
  };
  const support = reading && (await readSupport(reading, said, resources, method === 'support', report));
  const found = induceMoves(said, {
    ...given,
    ...(support && { support }),
    moves,
    method,
    seed,
    cues,
    report: (phase, done, total) => report({ phase, done, total, unit: 'steps' }),
  });
  return { ...found, ...read, vectors: vectorsToKeep(support ?? null, read, resources) };
}

/** With more distinct turns, encoding would take minutes, so only words are used. */
const MOST_ENCODED = 30_000;

function vectorsToKeep(
  support: SupportTags | null,
  { turnIds }: ReadTurns,
  resources: string,
): FoundMoves['vectors'] {
  const encoder = bundledEncoder(resources);
  if (!encoder || !support?.vectors || turnIds.length > MOST_KEPT) return null;
  const { name, dimensions } = encoder;
  const fingerprint = supportVectorsOf(encoder.fingerprint);
  return {
    encoder: name,
    fingerprint,
    dimensions,
    turnIds: Int32Array.from(turnIds),
    vectors: support.vectors,
  };
}

/** Uses words alone. If the moves will be used, runs again with the built-in encoder, if that is available. */
async function readSupport(
  reading: ReturnType<typeof createSupportReading>,
  corpus: MovesCorpus,
  resources: string,
  isChosen: boolean,
  report: (progress: JobProgress) => void,
): Promise<SupportTags> {
  report({ phase: 'reading what turns do', done: 0, total: null, unit: 'turns' });
  const plain = reading.read();
  const encoder = bundledEncoder(resources);
  if (!encoder || !(isChosen || suitsSupportTagger(corpus, plain)) || reading.texts() > MOST_ENCODED)
    return plain;
  return reading.readWith(await encoder.load(), (done, total) =>
    report({ phase: 'encoding turns', done, total, unit: 'turns' }),
  );
}
