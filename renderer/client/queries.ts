import { MutationCache, QueryClient, type QueryMeta, queryOptions } from '@tanstack/react-query';
import type { Topic } from '#shared/contract/base.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { DialogueId, RunId, SourceId } from '#shared/domain/ids.ts';
import type { Place } from '../project/place.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly topics?: readonly Topic[] };
    mutationMeta: { readonly topics?: readonly Topic[] };
  }
}

/** What an answer depends on, as the `meta` of a query; what it changes, as that of a mutation. */
export const about = (...topics: Topic[]) => ({ topics });

/** Rows of one page of a long list. */
export const PAGE = 100;

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

/** Every question the page asks, with the topics that make its answer stale. */
export function createQueries(client: DialogramClient) {
  return {
    system: queryOptions({
      queryKey: ['system'],
      queryFn: ({ signal }) => client.system.info(undefined, { signal }),
    }),
    project: queryOptions({
      queryKey: ['project'],
      queryFn: ({ signal }) => client.projects.current(undefined, { signal }),
      meta: about('project', 'corpus', 'tags', 'runs', 'automata'),
    }),
    recent: queryOptions({
      queryKey: ['recent'],
      queryFn: ({ signal }) => client.projects.recent(undefined, { signal }),
      staleTime: 0,
    }),
    inWorkspace: queryOptions({
      queryKey: ['inWorkspace'],
      queryFn: ({ signal }) => client.projects.inWorkspace(undefined, { signal }),
      staleTime: 0,
    }),
    jobs: queryOptions({
      queryKey: ['jobs'],
      queryFn: ({ signal }) => client.jobs.list(undefined, { signal }),
      meta: about('jobs'),
    }),
    sources: queryOptions({
      queryKey: ['sources'],
      queryFn: ({ signal }) => client.corpus.sources(undefined, { signal }),
      meta: about('corpus'),
    }),
    rejects: (source: SourceId | undefined, page: number) =>
      queryOptions({
        queryKey: ['rejects', source ?? null, page],
        queryFn: ({ signal }) =>
          client.corpus.rejects({ source, offset: page * PAGE, limit: PAGE }, { signal }),
        meta: about('corpus'),
      }),
    dialogues: (place: Place, query: string, automaton: RunId | null, page: number) =>
      queryOptions({
        queryKey: ['dialogues', place, query, place.kind === 'all' ? null : automaton, page],
        queryFn: async ({ signal }) => {
          const window = { query, offset: page * PAGE, limit: PAGE };
          if (place.kind === 'all') {
            const { total, items } = await client.corpus.dialogues(window, { signal });
            return { tracked: null, total, items };
          }
          const at =
            place.kind === 'state' ? { state: place.state } : { from: place.from, symbol: place.symbol };
          return client.automata.dialogues({ ...window, automaton, at }, { signal });
        },
        meta: about('corpus', 'automata'),
      }),
    dialogue: (dialogue: DialogueId, run: RunId | null, automaton: RunId | null) =>
      queryOptions({
        queryKey: ['dialogue', dialogue, run, automaton],
        queryFn: ({ signal }) => client.corpus.dialogue({ dialogue, run, automaton }, { signal }),
        meta: about('corpus', 'tags', 'runs', 'automata'),
      }),
    taggers: queryOptions({
      queryKey: ['taggers'],
      queryFn: ({ signal }) => client.tagging.taggers(undefined, { signal }),
      meta: about('corpus'),
    }),
    taggingRuns: queryOptions({
      queryKey: ['taggingRuns'],
      queryFn: ({ signal }) => client.tagging.runs(undefined, { signal }),
      meta: about('runs', 'corpus'),
    }),
    vocabulary: (run: RunId | null, query: string) =>
      queryOptions({
        queryKey: ['vocabulary', run, query],
        queryFn: ({ signal }) => client.tagging.vocabulary({ run, query, limit: 50 }, { signal }),
        meta: about('tags', 'runs'),
      }),
    history: queryOptions({
      queryKey: ['history'],
      queryFn: ({ signal }) => client.tagging.history({ limit: 1 }, { signal }),
      meta: about('tags', 'votes'),
    }),
    automata: queryOptions({
      queryKey: ['automata'],
      queryFn: ({ signal }) => client.automata.list(undefined, { signal }),
      meta: about('automata', 'tags', 'runs', 'corpus'),
    }),
    graph: (automaton: RunId | null) =>
      queryOptions({
        queryKey: ['graph', automaton],
        queryFn: ({ signal }) => client.automata.graph({ automaton }, { signal }),
        // Large, and never another for a given automaton; null asks for the latest.
        ...(automaton === null && { meta: about('automata') }),
      }),
    /** What differs between an automaton and what would be learned now. */
    relearning: (automaton: RunId) =>
      queryOptions({
        queryKey: ['relearning', automaton],
        queryFn: ({ signal }) => client.automata.relearn({ automaton }, { signal }),
        meta: about('tags', 'corpus'),
      }),
    path: (dialogue: DialogueId, automaton: RunId | null) =>
      queryOptions({
        queryKey: ['path', dialogue, automaton],
        queryFn: ({ signal }) => client.automata.path({ dialogue, automaton }, { signal }),
        meta: about('automata'),
      }),
  };
}

export type Queries = ReturnType<typeof createQueries>;

/** True where the answer of a question with these topics may have changed. */
export function concerns(meta: QueryMeta | undefined, changed: readonly string[]): boolean {
  return meta?.topics?.some((topic) => changed.includes(topic)) ?? false;
}

/** Makes stale what the topics concern; what is on the page is asked again at once. */
export async function invalidate(queryClient: QueryClient, changed: readonly string[]): Promise<void> {
  await queryClient.invalidateQueries({ predicate: (query) => concerns(query.meta, changed) });
}
