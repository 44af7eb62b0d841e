import { type QueryKey, type UseQueryOptions, useQueries } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { PAGE } from './queries.ts';

export function pagesOf(first: number, last: number, pageSize: number, total: number): number[] {
  if (total <= 0 || last < first) return [];
  const from = Math.floor(Math.max(0, first) / pageSize);
  const to = Math.floor(Math.min(total - 1, Math.max(0, last)) / pageSize);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

interface Rows<Page extends { readonly items: readonly unknown[] }> {
  readonly first: Page;
  readonly total: number;
  readonly itemAt: (index: number) => Page['items'][number] | null;
  readonly findIndex: (test: (item: Page['items'][number]) => boolean) => number;
}

export interface PagedRows<Page extends { readonly items: readonly unknown[] }> {
  readonly rows: Rows<Page> | null;
  /** True if the rows belong to an earlier query. */
  readonly outdated: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly onRange: (first: number, last: number) => void;
}

/**
 * Returns rows of a list of any length. Each page is fetched when it becomes visible.
 * `ask` is the query of a page, from 0. A different `list` starts at its first row.
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
