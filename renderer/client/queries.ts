import { MutationCache, type Query, QueryClient, type QueryMeta, queryOptions } from '@tanstack/react-query';
import type { Topic } from '#shared/contract/base.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly topics?: readonly Topic[] };
    mutationMeta: { readonly topics?: readonly Topic[] };
  }
}

/** What an answer depends on, as the `meta` of a query; what it changes, as that of a mutation. */
export const about = (...topics: Topic[]) => ({ topics });

/** A question to the backend. One of the same name and input is asked once, until its topics change. */
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

/** Rows of one page of a long list. */
export const PAGE = 100;
export const pageOf = (page: number) => ({ offset: page * PAGE, limit: PAGE });

/**
 * Answers stay good until the project says that their topic changed. The network is never asked about:
 * the backend is on this machine.
 */
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

/** True where the answer of a question with these topics may have changed. */
export function concerns(meta: QueryMeta | undefined, changed: readonly string[]): boolean {
  return meta?.topics?.some((topic) => changed.includes(topic)) ?? false;
}

/**
 * Makes stale what the topics concern; what is on the page is asked again at once. What is still being asked may have
 * been read before the change, and so it is asked once more when its answer has come.
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
