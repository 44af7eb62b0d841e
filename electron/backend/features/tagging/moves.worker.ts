import { encodeSentencesOf } from '#shared/algorithms/moves/clusters/given-vectors.ts';
import type { OwnCue } from '#shared/algorithms/moves/cues/own-cues.ts';
import { induceMoves } from '#shared/algorithms/moves/induce.ts';
import type { MoveFigures } from '#shared/algorithms/moves/move-figures.ts';
import { createMovesCorpus } from '#shared/algorithms/moves/moves-corpus.ts';
import type { MovedRound, MovesMethod, MovesModel } from '#shared/algorithms/moves/moves-model.ts';
import type { WorkerProgress } from '../../jobs/job.ts';
import { knownEncoder } from '../../providers/embeddings/known-encoder.ts';
import { type ReadRounds, readSpoken } from '../../store/corpus/spoken-rounds.ts';
import { serve } from '../../workers/serve.ts';
import type { EncoderPlace } from '../comparison/index.ts';

export interface MovesWork {
  readonly input: {
    readonly path: string;
    readonly moves: number | 'auto';
    readonly method: MovesMethod | 'auto';
    readonly seed: number;
    readonly cues: readonly OwnCue[];
    /** Of what sentences are compared by; null is LSA. */
    readonly encoder: EncoderPlace | null;
  };
  readonly progress: WorkerProgress;
  readonly result: ReadRounds & {
    readonly model: MovesModel;
    readonly rounds: readonly MovedRound[];
    readonly figures: MoveFigures;
  };
}

/** Finds the moves of the whole project. */
serve<MovesWork>(async ({ path, moves, method, seed, cues, encoder }, report) => {
  const corpus = createMovesCorpus();
  const read = readSpoken(path, corpus.add, report);
  const said = corpus.finish();
  const given = encoder && {
    encoder: await encodeSentencesOf(said, await knownEncoder(encoder.folder).load(), (done, total) =>
      report({ phase: 'encoding distinct sentences', done, total }),
    ),
  };
  const found = induceMoves(said, {
    ...given,
    moves,
    method,
    seed,
    cues,
    report: (phase, done, total) => report({ phase, done, total }),
  });
  return { result: { ...found, ...read }, transfer: [] };
});
