import type {
  JudgedPair,
  Judgement,
  JudgingEstimate,
  PairFilter,
  ShareValue,
} from '#shared/contract/judging.ts';
import { formatCount, intervalText, percentText } from '#shared/domain/figure-text.ts';

/** "61.5 % of 26 (42.5 … 77.6)", or a note that nothing was counted. */
export function shareText({ share, trials, low, high }: ShareValue): string {
  return share === null
    ? 'nothing counted'
    : `${percentText(share)} of ${formatCount(trials)} (${intervalText({ lower: low, upper: high }, { share: true })})`;
}

/**
 * True if a win rate may be read as a verdict. If both orders agree in less than half of the pairs, the
 * position of an answer matters more than its content.
 */
export const isVerdict = ({ share }: Pick<ShareValue, 'share'>): boolean => share === null || share >= 0.5;

/** "orders agree in 22.0 %: no verdict", for every win rate; null if nothing was asked in both orders. */
export function ordersText({ share }: Pick<ShareValue, 'share'>): string | null {
  if (share === null) return null;
  return `orders agree in ${percentText(share)}${isVerdict({ share }) ? '' : ': not reliable'}`;
}

/** Says how many of the requests in an estimate are already answered and so cost nothing. */
export const keptText = ({ drafted, kept }: Pick<JudgingEstimate, 'drafted' | 'kept'>): string =>
  `${formatCount(kept)} of ${formatCount(drafted)} requests are already answered.`;

/** Says who won, from the view of the column that is compared. */
export function outcomeText({ state, outcome, consistent }: JudgedPair): string {
  switch (state) {
    case 'open':
      return 'not judged yet';
    case 'flagged':
      return 'flagged: no verdict';
    case 'same':
      return 'both say the same';
    case 'unanswered':
      return 'an answer is missing';
    case 'judged':
      if (outcome === 'column') return 'won';
      if (outcome === 'baseline') return 'lost';
      return consistent ? 'tie' : 'tie: the orders disagree';
  }
}

export function verdictText({ says }: Judgement, baseline: string, column: string): string {
  if (says === null) return 'No verdict';
  return says === 'tie' ? 'A tie' : says === 'baseline' ? baseline : column;
}

export const PAIR_FILTERS: readonly { readonly value: PairFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'won', label: 'Won' },
  { value: 'lost', label: 'Lost' },
  { value: 'ties', label: 'Ties' },
  { value: 'inconsistent', label: 'Orders disagree' },
  { value: 'flagged', label: 'Flagged' },
  { value: 'same', label: 'Say the same' },
  { value: 'unanswered', label: 'Answer missing' },
  { value: 'open', label: 'Not judged yet' },
];
