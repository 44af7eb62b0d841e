import type { HeldCounts, ProjectCheck } from '#shared/contract/backups.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';

type CheckedBackup = ProjectCheck['backups'][number];

/** Says how much of a damaged project is readable, out of its former content if that is known. */
export function readableText(readable: HeldCounts, before: HeldCounts | null): string {
  const part = (count: number, all: number | undefined, one: string): string =>
    all === undefined || all <= count
      ? formatAmount(count, one)
      : `${formatCount(count)} of ${formatAmount(all, one)}`;
  const { dialogues, utterances, edits } = readable;
  return `${part(dialogues, before?.dialogues, 'dialogue')}, ${part(utterances, before?.utterances, 'message')} and ${part(edits, before?.edits, 'edit')} can be read.`;
}

/** Says in a sentence what restoring a backup would lose. */
export function lossText({ missing, problem }: CheckedBackup): string {
  if (problem !== null || missing === null) return problem ?? 'Nothing seems to be lost.';
  const { dialogues, edits } = missing;
  const lost = [
    ...(dialogues > 0 ? [formatAmount(dialogues, 'dialogue')] : []),
    ...(edits > 0 ? [formatAmount(edits, 'edit')] : []),
  ];
  return lost.length === 0
    ? 'You would lose nothing that is still readable.'
    : `You would lose ${lost.join(' and ')}.`;
}
