import type { TeachingResult } from '#shared/contract/teaching.ts';
import { formatAmount, formatSeconds, formatShare } from '#shared/domain/figure-text.ts';
import { Notice } from '../../ui/state/notice.tsx';

/** Says how many answers a tagger learned from, and how often it was right. */
export function TaughtNotice({
  result: { answers, seconds, accuracy },
}: {
  readonly result: TeachingResult;
}) {
  return (
    <Notice kind="done">
      Taught by {formatAmount(answers, 'answer')} in {formatSeconds(seconds)}.
      {accuracy.mean !== null && (
        <>
          {' '}
          On answers it had not seen, it was right in {formatShare(accuracy.mean)} (
          {formatShare(accuracy.low)} to {formatShare(accuracy.high)}).
        </>
      )}
    </Notice>
  );
}
