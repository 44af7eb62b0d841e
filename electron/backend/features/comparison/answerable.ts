import { DialogramError } from '#shared/contract/errors.ts';
import { Breather } from '../../jobs/breather.ts';
import { type AnswerableTurn, answerableTurnsOf, type RoundText } from '../../store/corpus/round-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { answerableRounds, HELD_OUT_SHARE, isHeldOut } from '../retrieval/index.ts';

/** Returns each dialogue's test turns, or its other turns, ordered as by `answerableTurnsOf`. Yields the thread. */
export async function dialoguesToAsk(
  database: ReadDatabase,
  heldOut: boolean,
  signal: AbortSignal,
): Promise<(readonly AnswerableTurn[])[]> {
  const breather = new Breather(signal);
  const dialogues: (readonly AnswerableTurn[])[] = [];
  for (const turns of answerableTurnsOf(database, (id) => isHeldOut(id, HELD_OUT_SHARE) === heldOut)) {
    if (breather.due) await breather.pause();
    if (turns.length > 0) dialogues.push(turns);
  }
  return dialogues;
}

/** @throws DialogramError INVALID if the turn is not a system turn that follows a user turn */
export function requireAnswerable(
  { rounds, externalId }: { readonly rounds: readonly RoundText[]; readonly externalId: string },
  round: number,
): void {
  const answerable = answerableRounds(rounds);
  if (answerable.includes(round)) return;
  throw new DialogramError(
    'INVALID',
    `Turn ${round + 1} of ${externalId} cannot be chosen, because it is not an agent turn that answers a customer.`,
    {
      place: externalId,
      value: String(round),
      nextStep:
        answerable.length === 0
          ? 'This dialogue has no such turn. Choose another dialogue.'
          : `Choose one of its turns ${answerable.join(', ')}.`,
    },
  );
}
