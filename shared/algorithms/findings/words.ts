import { ROLE_NAMES } from '../../domain/dialogue.ts';
import { formatAmount, formatPart, formatShare } from '../../domain/figure-text.ts';
import type { SentencePart } from '../../domain/finding.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import { spokenTag } from '../layout/labels/label-text.ts';

/** Appends text and emphasized parts to the parts of a sentence. */
export const sentence = (
  ...parts: readonly (string | SentencePart | readonly SentencePart[])[]
): SentencePart[] => parts.flatMap((part) => (typeof part === 'string' ? { text: part } : part));

export const strong = (text: string): SentencePart => ({ text, strong: true });

/** "the customer's ask-refund" */
export const theMove = ({ role, tag }: SymbolInfo): SentencePart[] => [
  { text: `the ${ROLE_NAMES[role]}’s ` },
  strong(spokenTag(tag)),
];

export const percent = (share: number): string => formatShare(share, { rough: true });

/** "95 % interval 25–30 %" */
export const shareInterval = ({ low, high }: { readonly low: number; readonly high: number }): string =>
  `95 % interval ${Math.round(100 * low)}–${Math.round(100 * high)} %`;

/** "+17 points (8 to 26)" */
export const pointsText = (difference: number, low: number, high: number): string => {
  const signed = (share: number): string => {
    const points = Math.round(100 * share);
    return points < 0 ? `−${-points}` : String(points);
  };
  return `${difference > 0 ? '+' : ''}${signed(difference)} points (${signed(low)} to ${signed(high)})`;
};

/** "355 of 1,279 dialogues" */
export const partText = (count: number, n: number): string => formatPart(count, n, 'dialogue');

export const dialoguesText = (count: number): string => formatAmount(count, 'dialogue');
