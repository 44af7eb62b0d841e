import { CLEAR } from '#shared/algorithms/populations/compare-populations.ts';
import type { GroupDifference } from '#shared/contract/analysis.ts';
import {
  figureText,
  formatAmount,
  formatCount,
  formatShare,
  intervalWords,
} from '#shared/domain/figure-text.ts';
import { patternText } from '../../project/describe.ts';

interface ComparedGroups {
  /** Number of dialogues of A and of B. */
  readonly left: number;
  readonly right: number;
  /** Number of patterns compared, and of those that differ by more than chance. */
  readonly total: number;
  readonly clear: number;
  /** Clearest difference first. */
  readonly items: readonly GroupDifference[];
}

export const isClear = ({ q }: Pick<GroupDifference, 'q'>): boolean => q <= CLEAR;

/** Says how two groups of dialogues differ: the clearest difference, and how many more there are. */
export function describeGroups({ left, right, total, clear, items }: ComparedGroups): string {
  const sizes = `${formatAmount(left, 'dialogue')} of A, ${formatCount(right)} of B`;
  const [first] = items;
  if (!first)
    return `There is nothing to compare: no pattern is shared by at least five dialogues (${sizes}).`;
  if (!isClear(first))
    return `The groups cannot be told apart: none of ${formatAmount(total, 'pattern')} differs by more than chance (${sizes}).`;
  const [more, less] = first.difference > 0 ? (['A', 'B'] as const) : (['B', 'A'] as const);
  const shares = [first.left / left, first.right / right].map((share) => formatShare(share));
  const [high, low] = more === 'A' ? shares : shares.toReversed();
  const sign = Math.sign(first.difference);
  const [lower, upper] = [sign * first.lower, sign * first.upper].sort((a, b) => a - b);
  const size = figureText(Math.abs(first.difference), { share: true });
  const sure = intervalWords({ lower: lower ?? null, upper: upper ?? null }, { share: true });
  return [
    `More dialogues of ${more} ${patternText(first.pattern)}: ${high}, and ${low} of ${less} (${size} points; ${sure}; ${sizes}).`,
    clear > 1 && `${formatAmount(clear - 1, 'more pattern differs', 'more patterns differ')} clearly.`,
  ]
    .filter(Boolean)
    .join(' ');
}
