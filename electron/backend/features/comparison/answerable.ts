import { DialogramError } from '#shared/contract/errors.ts';
import { Breather } from '../../jobs/breather.ts';
import { type AnswerableTurn, answerableTurnsOf, type TurnText } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { answerableTurns, HELD_OUT_SHARE, isHeldOut } from '../retrieval/index.ts';

/** Returns the answerable turns per dialogue, in the order of `answerableTurnsOf`. Other work can run in between. */
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

/** @throws DialogramError INVALID unless the turn is a system turn after a user turn */
export function requireAnswerable(
  { turns, externalId }: { readonly turns: readonly TurnText[]; readonly externalId: string },
  turn: number,
): void {
  const answerable = answerableTurns(turns);
  if (answerable.includes(turn)) return;
  throw new DialogramError(
    'INVALID',
    `Turn ${turn + 1} of ${externalId} is not an agent turn that answers a customer.`,
    {
      place: externalId,
      value: String(turn),
      nextStep:
        answerable.length === 0
          ? 'Choose another dialogue. No agent turn in this one answers a customer.'
          : `Choose one of these turns: ${answerable.join(', ')}.`,
    },
  );
}
