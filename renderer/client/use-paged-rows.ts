import { type QueryKey, type UseQueryOptions, useQueries } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { pagesOf } from './list-pages.ts';
import { PAGE } from './queries.ts';

interface Rows<Page extends { readonly items: readonly unknown[] }> {
  /** The page from 0, for what it says beside its items. */
  readonly first: Page;
  readonly total: number;
  readonly itemAt: (index: number) => Page['items'][number] | null;
  /** The first such row among those fetched; else -1. */
  readonly findIndex: (test: (item: Page['items'][number]) => boolean) => number;
}

export interface PagedRows<Page extends { readonly items: readonly unknown[] }> {
  /** Null until the first answer; then the latest answer there is, also while another is on its way. */
  readonly rows: Rows<Page> | null;
  /** The rows are those of an earlier question. */
  readonly outdated: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly onRange: (first: number, last: number) => void;
}

/**
 * Rows of any number, fetched page by page where a list is looked at.
 * @param ask the query of a page, its number from 0
 * @param list names what is listed: another list is looked at from its start
 */
export function usePagedRows<
  Page extends { readonly total: number; readonly items: readonly unknown[] },
  Key extends QueryKey,
>(ask: (page: number) => UseQueryOptions<Page, Error, Page, Key>, list = ''): PagedRows<Page> {
  const [seen, setSeen] = useState({ list, first: 0, last: 0 });
  const range = seen.list === list ? seen : { first: 0, last: 0 };
  const onRange = useCallback((first: number, last: number) => setSeen({ list, first, last }), [list]);
  const numbers = [...new Set([0, ...pagesOf(range.first, range.last, PAGE, Number.MAX_SAFE_INTEGER)])];
  const pages = useQueries({ queries: numbers.map(ask) });
  const [start] = pages;
  const latest = useRef<Rows<Page> | null>(null);
  if (start?.data) {
    latest.current = {
      first: start.data,
      total: start.data.total,
      itemAt: (index) => pages[numbers.indexOf(Math.floor(index / PAGE))]?.data?.items[index % PAGE] ?? null,
      findIndex: (test) => {
        for (const [at, page] of pages.entries()) {
          const within = page.data?.items.findIndex(test) ?? -1;
          if (within >= 0) return numbers[at]! * PAGE + within;
        }
        return -1;
      },
    };
  }
  return {
    rows: latest.current,
    outdated: !start?.data,
    error: start?.error ?? null,
    retry: () => void start?.refetch(),
    onRange,
  };
}
