import type { JudgingRun } from '#shared/contract/judging.ts';
import { formatAmount, formatCount, formatSeconds, spentText } from '#shared/domain/figure-text.ts';

/** List items with the requests, tokens, cost and time of a run that asks a model. */
export function SpentFacts({
  of: { account, seconds },
}: {
  readonly of: Pick<JudgingRun, 'account' | 'seconds'>;
}) {
  return (
    <>
      <li>
        {formatAmount(account.requests, 'request')}, {formatCount(account.cached)} from the cache
      </li>
      <li>{formatCount(account.tokens.input + account.tokens.output)} tokens</li>
      <li>cost: {spentText(account)}</li>
      {seconds !== null && <li>{formatSeconds(seconds)}</li>}
    </>
  );
}
