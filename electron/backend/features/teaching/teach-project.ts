import type { SpokenTurn } from '#shared/algorithms/moves/moves-corpus.ts';
import type { Answer } from '#shared/algorithms/teaching/taught-moves.ts';
import { type TaughtRole, tagByTaught, teach } from '#shared/algorithms/teaching/teach.ts';
import { createTeachingCorpus } from '#shared/algorithms/teaching/teaching-corpus.ts';
import type { SaidByName } from '#shared/algorithms/teaching/turn-features.ts';
import type { TurnId } from '#shared/domain/ids.ts';
import type { WorkerProgress } from '../../jobs/job.ts';
import { type ReadTurns, readSpoken } from '../../store/corpus/utterance-table.ts';
import { knownInFull } from './known-moves.ts';

type TeachingInput = {
  readonly path: string;
  readonly seed: number;
  readonly resources: string;
} & (
  | {
      readonly answers: ReadonlyMap<TurnId, Answer>;
      /** The number of each turn's group. The turns of a group were answered together. */
      readonly together: ReadonlyMap<TurnId, number>;
      readonly holdBack: number | null;
      /** False for training a tagger to export. */
      readonly vectors: boolean;
    }
  | { readonly taught: readonly TaughtRole[] }
);

export interface Taught extends ReadTurns {
  readonly roles: readonly TaughtRole[];
  readonly judged: { readonly right: number; readonly answers: number };
  readonly turns: readonly (readonly SaidByName[] | null)[];
}

/** Trains on answers, or tags with a trained tagger. */
export function teachProject(input: TeachingInput, report: (progress: WorkerProgress) => void): Taught {
  const reading = createTeachingCorpus();
  const dialogues: (readonly SpokenTurn[])[] = [];
  const read = readSpoken(
    input.path,
    (turns) => {
      reading.add(turns);
      dialogues.push(turns);
    },
    report,
  );
  const corpus = reading.finish();
  if ('taught' in input) {
    const turns = tagByTaught(corpus, input.taught);
    return { roles: [], judged: { right: 0, answers: 0 }, turns, ...read };
  }
  const answers = new Map<number, Answer>();
  const together = new Map<number, number>();
  for (const [at, id] of read.turnIds.entries()) {
    const answer = input.answers.get(id);
    if (answer) answers.set(at, answer);
    const number = input.together.get(id);
    if (number !== undefined) together.set(at, number);
  }
  const { roles, judged, turns } = teach(corpus, answers, {
    ...input,
    known: input.vectors ? knownInFull(input, dialogues, read.turnIds) : null,
    together,
    report: (phase, done, total) => report({ phase, done, total }),
  });
  return { roles, judged, turns, ...read };
}
