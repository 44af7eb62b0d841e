import { wilsonInterval } from '#shared/algorithms/agreement/wilson.ts';
import type { FitnessRow } from '#shared/contract/fitness.ts';
import { formatAmount, formatCount, formatShare, intervalWords } from '#shared/domain/figure-text.ts';
import { DEVIATION_WORDS } from '../../project/describe.ts';
import { tooFew } from '../../project/too-few.ts';

interface CheckedDialogues {
  readonly checked: number;
  /** Number of checked dialogues that follow the reference from start to end. */
  readonly whole: number;
  /** Mean fitness, 0 … 1; null if none was checked. */
  readonly mean: number | null;
  /** Most frequent first. */
  readonly items: readonly FitnessRow[];
}

/** "after #greet", "at 12 #ask": the place of a deviation. */
export const deviationPlace = ({ place, after }: Pick<FitnessRow, 'place' | 'after'>): string =>
  place === null ? `after ${after === null ? 'the start' : `#${after.tag}`}` : `at ${place}`;

/** Says how many dialogues deviate from a reference, and where most of them do. */
export function describeFitness({ checked, whole, mean, items }: CheckedDialogues): string {
  if (checked === 0) return 'There is no result: no dialogue could be checked against the reference.';
  const apart = checked - whole;
  const { low, high } = wilsonInterval(apart, checked);
  const sure = intervalWords({ lower: low, upper: high }, { share: true });
  const fit = mean === null ? '' : `; mean fitness ${formatShare(mean)}`;
  const [first] = items;
  const often = first
    ? `Most often #${first.move.tag} is ${DEVIATION_WORDS[first.kind]} ${deviationPlace(first)} (${formatAmount(first.dialogues, 'dialogue')}).`
    : '';
  return [
    apart === 0
      ? `All ${formatAmount(checked, 'dialogue')} follow the reference from start to end (${sure} of deviations).`
      : `${formatCount(apart)} of ${formatAmount(checked, 'dialogue')} deviate from the reference: ${formatShare(apart / checked)} (${sure}${fit}).`,
    often,
    ...tooFew(checked, 'dialogues'),
  ]
    .filter(Boolean)
    .join(' ');
}
