import type { EstimateValue } from '#shared/contract/evaluation.ts';
import { isClear } from '#shared/domain/answer-figures.ts';
import { figureText } from '#shared/domain/figure-text.ts';

interface Verdict {
  readonly one: string;
  readonly other: string;
  /** Such as "act F1". */
  readonly measure: string;
  /** The first minus the second on the same items, with a 95 % interval. */
  readonly difference: EstimateValue;
  /** Such as "240 turns of 40 dialogues". */
  readonly sample: string;
  /** True if one of the two uses the labels that it is measured by. */
  readonly usesLabels?: boolean;
}

/** Returns the result as a sentence: which of two is better, by how much, and how certain that is. */
export function verdictText({
  one,
  other,
  measure,
  difference,
  sample,
  usesLabels = false,
}: Verdict): string {
  const { estimate, lower, upper } = difference;
  if (estimate === null)
    return `${one} and ${other} cannot be compared by ${measure}: too little was measured.`;
  const size = figureText(Math.abs(estimate));
  const interval =
    lower === null || upper === null
      ? 'no interval'
      : `95 % interval ${ends(estimate < 0 ? [-upper, -lower] : [lower, upper])}`;
  const [better, worse] = estimate < 0 ? [other, one] : [one, other];
  const found = isClear(difference)
    ? `${better} is better than ${worse} by ${size} points of ${measure} (${interval}; ${sample}).`
    : `There is no clear winner: ${better} and ${worse} differ by ${size} points of ${measure} (${interval}; ${sample}).`;
  return usesLabels ? `${found} This uses the correct labels, which is an unfair advantage.` : found;
}

const ends = ([from, to]: readonly [number, number]): string => `${figureText(from)} to ${figureText(to)}`;
