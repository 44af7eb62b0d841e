import type { SpokenTurn } from '#shared/algorithms/moves/moves-corpus.ts';
import type { Answer } from '#shared/algorithms/teaching/taught-moves.ts';
import { createTeachingCorpus } from '#shared/algorithms/teaching/teaching-corpus.ts';
import {
  createTeachingDesk,
  type DeskQuestion,
  type TeachingProgress,
} from '#shared/algorithms/teaching/teaching-desk.ts';
import type { TurnId } from '#shared/domain/ids.ts';
import type { JobProgress } from '../../jobs/job.ts';
import { readSpoken, sampleDialogues } from '../../store/corpus/utterance-table.ts';
import { knownInFull } from './known-moves.ts';

interface AskedOfProject extends Omit<DeskQuestion, 'turns' | 'border'> {
  readonly turns: readonly TurnId[];
  readonly border: readonly TurnId[];
}

/** Questions come from about this many messages. One role needs half as many. */
const MOST_MESSAGES = 12_000;

/** Reads a random sample if there are many dialogues. @param answered turns that must be read in any case */
export function openDesk(
  { path, resources }: { readonly path: string; readonly resources: string },
  seed: number,
  answered: readonly TurnId[],
  report: (progress: JobProgress) => void,
) {
  const reading = createTeachingCorpus();
  const dialogues: (readonly SpokenTurn[])[] = [];
  const { turnIds } = readSpoken(
    path,
    (turns) => {
      reading.add(turns);
      dialogues.push(turns);
    },
    (progress) => report({ ...progress, unit: 'dialogues' }),
    (database) => sampleDialogues(database, MOST_MESSAGES, answered, seed),
  );
  const numberOf = new Map(turnIds.map((id, at) => [id, at]));
  const desk = createTeachingDesk(
    reading.finish(),
    seed,
    knownInFull({ path, resources }, dialogues, turnIds),
    (phase, done, total) => report({ phase, done, total, unit: 'steps' }),
  );
  const idOf = (turn: number): TurnId => turnIds[turn]!;
  const numbered = (byId: ReadonlyMap<TurnId, Answer>): Map<number, Answer> => {
    const answers = new Map<number, Answer>();
    for (const [id, answer] of byId) {
      const turn = numberOf.get(id);
      if (turn !== undefined) answers.set(turn, answer);
    }
    return answers;
  };
  return {
    next(byId: ReadonlyMap<TurnId, Answer>, skippedIds: readonly TurnId[]): AskedOfProject | null {
      const skipped = new Set(skippedIds.flatMap((id) => numberOf.get(id) ?? []));
      const asked = desk.next(numbered(byId), skipped);
      return asked && { ...asked, turns: asked.turns.map(idOf), border: asked.border.map(idOf) };
    },
    progress(byId: ReadonlyMap<TurnId, Answer>, togetherById: ReadonlyMap<TurnId, number>): TeachingProgress {
      const together = new Map<number, number>();
      for (const [id, number] of togetherById) together.set(numberOf.get(id) ?? -1, number);
      return desk.progress(numbered(byId), together);
    },
  };
}
