import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { ORDER_NAMES } from './orders.ts';
import { QualityPanel } from './quality-panel.tsx';
import { reviewQueries } from './queries.ts';
import { showQueue, showStart } from './review-state.ts';

/** What a sitting came to, and where to go from here. */
export function SummaryScreen({ queue }: { readonly queue: number }) {
  const { client } = useApi();
  const found = useQuery(reviewQueries(client).queue(queue)).data;
  const on = useRef<HTMLButtonElement>(null);
  const there = found !== undefined;
  useEffect(() => {
    if (there) on.current?.focus();
  }, [there]);
  if (!found) return null;
  return (
    <section className="stack-4 review-summary" aria-label="Review">
      <h2>{ORDER_NAMES[found.order].title}</h2>
      <p>
        {formatAmount(found.checked, 'round')} of {formatCount(found.total)} checked,{' '}
        {formatCount(found.flagged)} flagged; {formatCount(found.today)} checked today. Everything is saved.
      </p>
      <QualityPanel queue={queue} />
      <div className="row-2">
        <Button ref={on} kind="primary" onClick={() => showQueue(queue)}>
          Go on reviewing
        </Button>
        <Button onClick={showStart}>Choose what to review</Button>
      </div>
    </section>
  );
}
