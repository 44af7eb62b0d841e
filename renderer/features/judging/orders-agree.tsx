import type { ShareValue } from '#shared/contract/judging.ts';
import { isVerdict, ordersText } from './judging-text.ts';

/** Shows how often the two orders of a judge agree, beside the win rate. */
export function OrdersAgree({ of }: { readonly of: ShareValue }) {
  return (
    <span
      className={`run-range ${isVerdict(of) ? '' : 'run-stale'}`}
      title="Judged pairs in which both orders say the same; where they disagree, the pair is a tie"
    >
      {ordersText(of)}
    </span>
  );
}
