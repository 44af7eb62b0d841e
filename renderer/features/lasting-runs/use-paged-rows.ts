import { type QueryKey, type UseQueryOptions, useQueries } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { pagesOf } from '../../ui/lists/list-pages.ts';

/** Rows fetched at a time. */
const ROWS_A_PAGE = 100;

interface Page<Item> {
  total: number;
  items: Item[];
}

export interface PagedRows<Item> {
  /** Null until the first answer; then the latest answer there is, also while another is on its way. */
  readonly rows: { readonly total: number; readonly itemAt: (index: number) => Item | null } | null;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly onRange: (first: number, last: number) => void;
}

/** Rows of any number, fetched page by page where a list is looked at. @param ask the query of a page, from 0 */
export function usePagedRows<Item, Key extends QueryKey>(
  ask: (page: {
    readonly offset: number;
    readonly limit: number;
  }) => UseQueryOptions<Page<Item>, Error, Page<Item>, Key>,
): PagedRows<Item> {
  const [range, setRange] = useState({ first: 0, last: 0 });
  const onRange = useCallback((first: number, last: number) => setRange({ first, last }), []);
  const numbers = [
    ...new Set([0, ...pagesOf(range.first, range.last, ROWS_A_PAGE, Number.MAX_SAFE_INTEGER)]),
  ];
  const pages = useQueries({
    queries: numbers.map((page) => ask({ offset: page * ROWS_A_PAGE, limit: ROWS_A_PAGE })),
  });
  const [start] = pages;
  const latest = useRef<PagedRows<Item>['rows']>(null);
  if (start.data) {
    latest.current = {
      total: start.data.total,
      itemAt: (index) =>
        pages[numbers.indexOf(Math.floor(index / ROWS_A_PAGE))]?.data?.items[index % ROWS_A_PAGE] ?? null,
    };
  }
  return {
    rows: latest.current,
    error: start.error,
    retry: () => void start.refetch(),
    onRange,
  };
}
