import { queryOptions } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { about, PAGE } from '../client/queries.ts';
import type { Place } from './place.ts';

/** What is asked of projects, and of what in the open one is on show. */
export function projectQueries(client: DialogramClient) {
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
    path: (dialogue: DialogueId, automaton: RunId | null) =>
      queryOptions({
        queryKey: ['path', dialogue, automaton],
        queryFn: ({ signal }) => client.automata.path({ dialogue, automaton }, { signal }),
        meta: about('automata'),
      }),
  };
}
