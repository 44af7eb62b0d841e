import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { ReviewRow } from '#shared/contract/review.ts';
import { PAGE } from '../../../client/queries.ts';
import { pagesOf } from '../../../client/use-paged-rows.ts';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { Icon } from '../../../ui/text/icon.tsx';
import { reviewQueries } from '../commands.ts';

const STATES: Readonly<Record<ReviewRow['state'], string>> = {
  open: '',
  skipped: 'skipped',
  checked: 'checked',
  settled: 'settled',
  flagged: 'flagged',
};

interface QueueListProps {
  readonly queue: number;
  readonly total: number;
  readonly index: number;
  readonly onOpen: (index: number) => void;
}

export function QueueList({ queue, total, index, onOpen }: QueueListProps) {
  const [range, setRange] = useState({ first: 0, last: 20 });
  const numbers = pagesOf(range.first, range.last, PAGE, total);
  const pages = useQueries({
    queries: numbers.map((page) => ({
      ...reviewQueries.rows(queue, page),
      placeholderData: keepPreviousData,
    })),
  });
  const rows = useRef(new Map<number, ReviewRow>());
  for (const page of pages) {
    if (page.data && !page.isPlaceholderData) {
      for (const row of page.data.items) rows.current.set(row.index, row);
    }
  }
  const onRange = useCallback((first: number, last: number) => setRange({ first, last }), []);
  return (
    <VirtualList
      label="Turns in the queue"
      total={total}
      rowHeight={46}
      itemAt={(at) => rows.current.get(at) ?? null}
      keyOf={(row) => row.index}
      selected={index}
      follow={index}
      onOpen={onOpen}
      onRange={onRange}
    >
      {(row) => (
        <div className="review-row middle pad-1-3 grid">
          <span className={`role-mark role-mark-${row.role}`} aria-hidden="true" />
          <span className="clip">{row.excerpt || '(no text)'}</span>
          <span className={`middle inline-flex review-row-state review-row-${row.state} small`}>
            {(row.state === 'checked' || row.state === 'settled') && <Icon name="check" />}
            {row.state === 'flagged' && <Icon name="alert" />}
            {STATES[row.state]}
          </span>
          <span className="quiet small clip review-row-tags">
            {row.externalId} · {row.tags.length > 0 ? row.tags.map((tag) => `#${tag}`).join(' ') : 'no tags'}
          </span>
        </div>
      )}
    </VirtualList>
  );
}
