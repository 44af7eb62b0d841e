import type { ComparisonEncoder } from '#shared/contract/comparison.ts';
import { formatShare } from '#shared/domain/figure-text.ts';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';

/** Returns the menu entry of an encoder, or null if it is missing or has encoded every turn. */
export function encoderEntry(
  { name, title, available, encodedShare, secondsAtMost, job }: ComparisonEncoder,
  onSelect: () => void,
): MenuEntry | null {
  if (!available || encodedShare >= 1) return null;
  if (job !== null) {
    return {
      kind: 'action',
      label: `Encoding with ${title}`,
      hint: `${formatShare(encodedShare)} of the turns are encoded. You can add the column when all are.`,
      disabled: true,
      onSelect,
    };
  }
  const minutes = Math.max(1, Math.ceil(secondsAtMost / 60));
  const begun = encodedShare > 0 ? `${formatShare(encodedShare)} is done. ` : '';
  if (name === 'provider') {
    const label = `Encode with ${title}…`;
    return {
      kind: 'action',
      label,
      hint: `${begun}Adds a column. You see what will be sent first.`,
      onSelect,
    };
  }
  return {
    kind: 'action',
    label: `Encode with ${title}`,
    hint: `${begun}Adds a column. Takes about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} in the background. Other jobs wait meanwhile. You can cancel it and continue later.`,
    onSelect,
  };
}
