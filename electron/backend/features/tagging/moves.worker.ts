import { induceMoves } from '#shared/algorithms/moves/induce.ts';
import type { MoveFigures } from '#shared/algorithms/moves/move-figures.ts';
import { createMovesCorpus, type SpokenRound } from '#shared/algorithms/moves/moves-corpus.ts';
import type { MovedRound, MovesMethod, MovesModel } from '#shared/algorithms/moves/moves-model.ts';
import { roleAt } from '#shared/domain/dialogue.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import type { WorkerProgress } from '../../jobs/job.ts';
import { lastDialogue } from '../../store/corpus/dialogue-table.ts';
import { utterancesBetween } from '../../store/corpus/utterance-table.ts';
import { openForReading } from '../../store/database.ts';
import { serve } from '../../workers/serve.ts';

export interface MovesWork {
  readonly input: {
    readonly path: string;
    readonly moves: number | 'auto';
    readonly method: MovesMethod | 'auto';
    readonly seed: number;
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
serve<MovesWork>(async ({ path, moves, method, seed }, report) => {
  const database = openForReading(path);
  const last = lastDialogue(database) ?? 0;
  const corpus = createMovesCorpus();
  const roundIds: RoundId[] = [];
  const utterances: number[] = [];
  let dialogue = -1;
  let rounds: (SpokenRound & { texts: string[] })[] = [];
  for (const [dialogueId, roundId, role, text] of utterancesBetween(database, 0, last)) {
    if (dialogueId !== dialogue) {
      if (rounds.length > 0) corpus.add(rounds);
      if (dialogueId % 200 === 0) report({ phase: 'reading sentences', done: dialogueId, total: last });
      rounds = [];
      dialogue = dialogueId;
    }
    if (roundIds.at(-1) !== roundId) {
      roundIds.push(roundId);
      utterances.push(0);
      rounds.push({ role: roleAt(role), texts: [] });
    }
    rounds.at(-1)?.texts.push(text);
    utterances[utterances.length - 1]! += 1;
  }
  if (rounds.length > 0) corpus.add(rounds);
  database.close();
  const found = induceMoves(corpus.finish(), {
    moves,
    method,
    seed,
    report: (phase, done, total) => report({ phase, done, total }),
  });
  return { result: { ...found, roundIds, utterances }, transfer: [] };
});
