import { FEW_VOTES } from '#shared/algorithms/preference/votes.ts';
import type {
  JudgedPair,
  Judgement,
  JudgingEstimate,
  PairFigures,
  PairFilter,
  ShareValue,
} from '#shared/contract/judging.ts';
import {
  formatAmount,
  formatCount,
  intervalText,
  intervalWords,
  percentText,
} from '#shared/domain/figure-text.ts';
import type { JudgeCheck } from '#shared/domain/figures.ts';
import { labelsWarning } from '../results/index.ts';

/** Formats a share, such as "61.5 % of 26 (42.5 … 77.6)", or says that no pairs were counted. */
export function shareText({ share, trials, low, high }: ShareValue): string {
  return share === null
    ? 'no pairs counted'
    : `${percentText(share)} of ${formatCount(trials)} (${intervalText({ lower: low, upper: high }, { share: true })})`;
}

/** Returns false if the orders agree in less than half of the pairs: then position matters more than content. */
export const isVerdict = ({ share }: Pick<ShareValue, 'share'>): boolean => share === null || share >= 0.5;

export const checkText = ({ accuracy, pairs, low, high }: JudgeCheck): string =>
  `right in ${percentText(accuracy)} of ${formatAmount(pairs, 'test pair')} (${intervalText({ lower: low, upper: high }, { share: true })})`;

export function describeJudging(pairs: readonly PairFigures[], check: JudgeCheck | null = null): string {
  if (check && !check.passed) return 'This judge is not used, so it has judged no pair of answers.';
  const [best] = pairs
    .filter(({ rate }) => rate.estimate !== null)
    .toSorted((a, b) => (b.rate.estimate ?? 0) - (a.rate.estimate ?? 0));
  if (!best) return 'No result yet: no pair of answers has been judged.';
  const labeled = [best.column, best.baseline].filter(({ usesLabels }) => usesLabels);
  return [describeBest(best, pairs), ...labelsWarning(labeled.map(({ title }) => title))].join(' ');
}

function describeBest(best: PairFigures, pairs: readonly PairFigures[]): string {
  const { column, baseline, rate, counted, dialogues, few, consistent } = best;
  const sample = `${formatAmount(counted, 'pair')} from ${formatAmount(dialogues, 'dialogue')}`;
  const sure = intervalWords(rate, { share: true }) || 'no interval';
  const figures = `a win rate of ${percentText(rate.estimate)} against ${baseline.title} (${sure}; ${sample})`;
  if (few)
    return `There is no winner yet: ${column.title} has ${figures}. At least ${FEW_VOTES} judged pairs are needed.`;
  if (!isVerdict(consistent))
    return `The judge is not reliable: its two orders agree in only ${percentText(consistent.share)} of the pairs. ${column.title} has ${figures}.`;
  const isAbove = rate.lower !== null && rate.lower > 0.5;
  const isBelow = rate.upper !== null && rate.upper < 0.5;
  if (isAbove) return `The judge prefers ${column.title}, with ${figures}.`;
  if (isBelow && pairs.length > 1)
    return `The judge prefers the baseline to every column: even ${column.title} has only ${figures}.`;
  if (isBelow) return `The judge prefers ${baseline.title}: ${column.title} has ${figures}.`;
  if (pairs.length === 1) return `There is no clear winner: ${column.title} has ${figures}.`;
  const worse = pairs.filter(
    (pair) => !pair.few && isVerdict(pair.consistent) && pair.rate.upper !== null && pair.rate.upper < 0.5,
  );
  return [
    `No column is clearly better than its baseline. The best is ${column.title} with ${figures}.`,
    worse[0] && worse.length === 1
      ? `The judge prefers ${worse[0].baseline.title} to ${worse[0].column.title}.`
      : worse.length > 1 && `The judge prefers the baseline to ${worse.length} columns.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** "orders agree in 22.0 %: not reliable", for every win rate; null if no pair was judged in both orders. */
export function ordersText({ share }: Pick<ShareValue, 'share'>): string | null {
  if (share === null) return null;
  return `orders agree in ${percentText(share)}${isVerdict({ share }) ? '' : ': not reliable'}`;
}

export const keptText = ({ drafted, kept }: Pick<JudgingEstimate, 'drafted' | 'kept'>): string =>
  `${formatCount(kept)} of ${formatCount(drafted)} requests are already answered.`;

export function outcomeText({ state, outcome, consistent }: JudgedPair): string {
  switch (state) {
    case 'open':
      return 'not judged yet';
    case 'flagged':
      return 'flagged: no verdict';
    case 'same':
      return 'identical answers';
    case 'unanswered':
      return 'an answer is missing';
    case 'judged':
      if (outcome === 'tie') return consistent ? 'tie' : 'tie: the orders disagree';
      return `${outcome === 'column' ? 'won' : 'lost'}${consistent ? '' : ' on average: the orders disagree'}`;
  }
}

export function verdictText({ says, weights }: Judgement, baseline: string, column: string): string {
  if (says === null) return 'No verdict';
  const name = says === 'tie' ? 'A tie' : says === 'baseline' ? baseline : column;
  return weights ? `${name} (${percentText(weights[says])} likely)` : name;
}

export const PAIR_FILTERS: readonly { readonly value: PairFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'won', label: 'Won' },
  { value: 'lost', label: 'Lost' },
  { value: 'ties', label: 'Ties' },
  { value: 'inconsistent', label: 'Orders disagree' },
  { value: 'flagged', label: 'Flagged' },
  { value: 'same', label: 'Identical answers' },
  { value: 'unanswered', label: 'Answer missing' },
  { value: 'open', label: 'Not judged yet' },
];
