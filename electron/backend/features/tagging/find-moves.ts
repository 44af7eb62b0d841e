import { encodeSentencesOf } from '#shared/algorithms/moves/clusters/given-vectors.ts';
import type { OwnCue } from '#shared/algorithms/moves/cues/own-cues.ts';
import { induceMoves } from '#shared/algorithms/moves/induce.ts';
import type { MoveFigures } from '#shared/algorithms/moves/move-figures.ts';
import { createMovesCorpus } from '#shared/algorithms/moves/moves-corpus.ts';
import type { MovedRound, MovesMethod, MovesModel } from '#shared/algorithms/moves/moves-model.ts';
import {
  createSupportReading,
  isSupportTalk,
  type SupportTags,
} from '#shared/algorithms/moves/support/support-reading.ts';
import type { WorkerProgress } from '../../jobs/job.ts';
import { supportModel } from '../../machine/optional-packages.ts';
import { bundledEncoder, knownEncoder } from '../../providers/embeddings/known-encoder.ts';
import { type ReadRounds, readSpoken } from '../../store/corpus/utterance-table.ts';
import type { EncoderPlace } from '../comparison/index.ts';

interface MovesInput {
  readonly path: string;
  readonly moves: number | 'auto';
  readonly method: MovesMethod | 'auto';
  readonly seed: number;
  readonly cues: readonly OwnCue[];
  /** The encoder that sentences are compared with; null is LSA. */
  readonly encoder: EncoderPlace | null;
  /** The folder of resources that ship with the app. */
  readonly resources: string;
}

interface FoundMoves extends ReadRounds {
  readonly model: MovesModel;
  readonly rounds: readonly MovedRound[];
  readonly figures: MoveFigures;
}

/** Finds the moves of the whole project. */
export async function findMoves(
  { path, moves, method, seed, cues, encoder, resources }: MovesInput,
  report: (progress: WorkerProgress) => void,
): Promise<FoundMoves> {
  const corpus = createMovesCorpus();
  const reading =
    method === 'auto' || method === 'support' ? createSupportReading(supportModel(resources)) : null;
  const read = readSpoken(
    path,
    (rounds) => {
      corpus.add(rounds);
      reading?.add(rounds);
    },
    report,
  );
  const said = corpus.finish();
  const given = encoder && {
    encoder: await encodeSentencesOf(said, await knownEncoder(encoder.folder).load(), (done, total) =>
      report({ phase: 'encoding distinct sentences', done, total }),
    ),
  };
  const support = reading && (await readSupport(reading, resources, method === 'support', report));
  const found = induceMoves(said, {
    ...given,
    ...(support && { support }),
    moves,
    method,
    seed,
    cues,
    report: (phase, done, total) => report({ phase, done, total }),
  });
  return { ...found, ...read };
}

/**
 * With more distinct turns than this, the encoder would take more than a few minutes, so only words are used.
 */
const MOST_ENCODED = 30_000;

/** Reads by words first. If that works, the included encoder reads as well, if it can. */
async function readSupport(
  reading: ReturnType<typeof createSupportReading>,
  resources: string,
  isChosen: boolean,
  report: (progress: WorkerProgress) => void,
): Promise<SupportTags> {
  report({ phase: 'reading what turns do', done: 0, total: null });
  const plain = reading.read();
  const encoder = bundledEncoder(resources);
  if (!encoder || !(isChosen || isSupportTalk(plain)) || reading.texts() > MOST_ENCODED) return plain;
  return reading.readWith(await encoder.load(), (done, total) =>
    report({ phase: 'encoding turns', done, total }),
  );
}
