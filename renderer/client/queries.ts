import { MutationCache, type Query, QueryClient, type QueryMeta, queryOptions } from '@tanstack/react-query';
import type { Topic } from '#shared/contract/base.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly topics?: readonly Topic[] };
    mutationMeta: { readonly topics?: readonly Topic[] };
  }
}

export const about = (...topics: Topic[]) => ({ topics });

export const question = <Input, Output>(
  name: string,
  ask: (input: Input, options: { readonly signal: AbortSignal }) => Promise<Output>,
  input: Input,
  meta: QueryMeta = {},
) =>
  queryOptions({
    queryKey: input === undefined ? [name] : [name, input],
    queryFn: ({ signal }) => ask(input, { signal }),
    meta,
  });

/** Like `question`, but the answer is fetched again whenever it is shown. */
export const freshQuestion: typeof question = (...asked) => ({ ...question(...asked), staleTime: 0 });

export const PAGE = 100;
export const pageOf = (page: number) => ({ offset: page * PAGE, limit: PAGE });

/** Answers stay fresh until their topic changes. Being offline pauses nothing, because the backend is local. */
export function createQueryClient(): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: (_data, _input, _result, { meta }) => invalidate(queryClient, meta?.topics ?? []),
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 5 * 60_000,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  return queryClient;
}

/** True if a query with these topics may have a new answer. */
export function concerns(meta: QueryMeta | undefined, changed: readonly string[]): boolean {
  return meta?.topics?.some((topic) => changed.includes(topic)) ?? false;
}

/**
 * Marks the queries of these topics as stale. A query in flight may be older than the change, so it is fetched again.
 */
export async function invalidate(queryClient: QueryClient, changed: readonly string[]): Promise<void> {
  const isConcerned = (query: Query): boolean => concerns(query.meta, changed);
  const again = (predicate: (query: Query) => boolean): Promise<void> =>
    queryClient.invalidateQueries({ predicate }, { cancelRefetch: false });
  const asked = queryClient.getQueryCache().findAll({ predicate: isConcerned, fetchStatus: 'fetching' });
  await Promise.all([
    again(isConcerned),
    ...asked.map(async (query) => {
      await query.fetch().catch(() => undefined);
      await again((other) => other === query);
    }),
  ]);
}
