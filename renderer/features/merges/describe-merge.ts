import type { MergeEvidence } from '#shared/contract/merge-decisions.ts';
import { formatAmount, formatCount, formatShare } from '#shared/domain/figure-text.ts';
import { tooFew } from '../../project/too-few.ts';

/** Says how similar two states are, and what else a merge would do. */
export function describeMerge({
  left,
  right,
  alike,
  forced,
  canBeOne,
}: Pick<MergeEvidence, 'left' | 'right' | 'alike' | 'forced' | 'canBeOne'>): string {
  const more =
    forced.total === 0
      ? 'No other states would be merged.'
      : `Merging them would merge ${formatAmount(forced.total, 'more pair')}.`;
  return [
    `${formatShare(alike, { rough: true })} of what follows states ${left.state} and ${right.state} is the same (${formatCount(left.support)} and ${formatAmount(right.support, 'dialogue')}).`,
    canBeOne ? more : 'They cannot be merged, because that would mix customer and agent states.',
    ...tooFew(Math.min(left.support, right.support), 'dialogues'),
  ].join(' ');
}
