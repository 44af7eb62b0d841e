import { induceMoves } from '#shared/algorithms/moves/induce.ts';
import type { MoveFigures } from '#shared/algorithms/moves/move-figures.ts';
import { createMovesCorpus } from '#shared/algorithms/moves/moves-corpus.ts';
import type { MovedRound, MovesMethod, MovesModel } from '#shared/algorithms/moves/moves-model.ts';
import type { OwnCue } from '#shared/algorithms/moves/own-cues.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import type { WorkerProgress } from '../../jobs/job.ts';
import { eachSpokenDialogue } from '../../store/corpus/spoken-rounds.ts';
import { openForReading } from '../../store/database.ts';
import { serve } from '../../workers/serve.ts';

export interface MovesWork {
  readonly input: {
    readonly path: string;
    readonly moves: number | 'auto';
    readonly method: MovesMethod | 'auto';
    readonly seed: number;
    readonly cues: readonly OwnCue[];
  };
  readonly progress: WorkerProgress;
  readonly result: {
    readonly model: MovesModel;
    readonly roundIds: readonly RoundId[];
    /** Utterances of each round. */
    readonly utterances: readonly number[];
    readonly rounds: readonly MovedRound[];
    readonly figures: MoveFigures;
  };
}

/** Finds the moves of the whole project. */
serve<MovesWork>(async ({ path, moves, method, seed, cues }, report) => {
  const database = openForReading(path);
  const corpus = createMovesCorpus();
  const roundIds: RoundId[] = [];
  const utterances: number[] = [];
  for (const { dialogue, last, rounds } of eachSpokenDialogue(database)) {
    corpus.add(rounds);
    for (const { id, texts } of rounds) {
      roundIds.push(id);
      utterances.push(texts.length);
    }
    if (dialogue % 200 === 0) report({ phase: 'reading sentences', done: dialogue, total: last });
  }
  database.close();
  const found = induceMoves(corpus.finish(), {
    moves,
    method,
    seed,
    cues,
    report: (phase, done, total) => report({ phase, done, total }),
  });
  return { result: { ...found, roundIds, utterances }, transfer: [] };
});
