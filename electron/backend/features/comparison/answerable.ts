import { DialogramError } from '#shared/contract/errors.ts';
import type { RoundText } from '../../store/round-table.ts';
import { answerableRounds } from '../retrieval/source-dialogue.ts';

/** @throws DialogramError INVALID where the round is no system round that follows a user round */
export function requireAnswerable(
  { rounds, externalId }: { readonly rounds: readonly RoundText[]; readonly externalId: string },
  round: number,
): void {
  const answerable = answerableRounds(rounds);
  if (answerable.includes(round)) return;
  throw new DialogramError(
    'INVALID',
    `Round ${round} of ${externalId} cannot be asked for: it is no system round that follows a user round.`,
    {
      place: externalId,
      value: String(round),
      nextStep:
        answerable.length === 0
          ? 'This dialogue has no such round; choose another one.'
          : `Choose one of its rounds ${answerable.join(', ')}.`,
    },
  );
}
