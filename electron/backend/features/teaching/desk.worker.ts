import type { Answer } from '#shared/algorithms/teaching/taught-moves.ts';
import { createTeachingCorpus } from '#shared/algorithms/teaching/teaching-corpus.ts';
import {
  type Asked,
  createTeachingDesk,
  type TeachingProgress,
} from '#shared/algorithms/teaching/teaching-desk.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import type { JobProgress } from '../../jobs/job.ts';
import { readSpoken } from '../../store/corpus/spoken-rounds.ts';
import { serveQuestions, type Talk } from '../../workers/ask-worker.ts';
import { knownMoves } from './known-moves.ts';

interface AskedOfProject extends Omit<Asked, 'rounds' | 'border'> {
  readonly rounds: readonly RoundId[];
  readonly border: readonly RoundId[];
}

export type DeskTalk = Talk<
  { readonly path: string; readonly seed: number },
  null,
  { readonly answers: ReadonlyMap<RoundId, Answer> } & (
    | { readonly what: 'next'; readonly skipped: readonly RoundId[] }
    | { readonly what: 'progress'; readonly together: ReadonlyMap<RoundId, number> }
  ),
  { readonly asked: AskedOfProject | null } | { readonly progress: TeachingProgress },
  JobProgress
>;

serveQuestions<DeskTalk>(async ({ path, seed }, report) => {
  const reading = createTeachingCorpus();
  const { roundIds } = readSpoken(path, reading.add, (progress) =>
    report({ ...progress, unit: 'dialogues' }),
  );
  const numberOf = new Map(roundIds.map((id, at) => [id, at]));
  const desk = createTeachingDesk(reading.finish(), seed, knownMoves(path, roundIds), (phase, done, total) =>
    report({ phase, done, total, unit: 'steps' }),
  );
  const idOf = (round: number): RoundId => roundIds[round]!;
  return {
    ready: null,
    async answer(question) {
      const answers = new Map<number, Answer>();
      for (const [id, answer] of question.answers) {
        const round = numberOf.get(id);
        if (round !== undefined) answers.set(round, answer);
      }
      if (question.what === 'progress') {
        const together = new Map<number, number>();
        for (const [id, number] of question.together) together.set(numberOf.get(id) ?? -1, number);
        return { progress: desk.progress(answers, together) };
      }
      const skipped = new Set(question.skipped.flatMap((id) => numberOf.get(id) ?? []));
      const asked = desk.next(answers, skipped);
      return {
        asked: asked && { ...asked, rounds: asked.rounds.map(idOf), border: asked.border.map(idOf) },
      };
    },
  };
});
