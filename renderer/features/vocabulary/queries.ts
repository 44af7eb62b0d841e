import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RoundFilterInput } from '#shared/contract/round-filter.ts';
import type { BulkChange, PlannedEditInput, VocabularyTag } from '#shared/contract/vocabulary.ts';
import type { EditId, RunId, TagId } from '#shared/domain/ids.ts';
import { about, PAGE } from '../../client/queries.ts';
import { vocabularyCommands } from './commands.ts';
import type { TagsShown } from './vocabulary-state.ts';

const WHOLE = 1000;
const TAGS = about('tags', 'runs', 'corpus');

export interface HistoryQuery {
  readonly kinds: readonly string[];
  readonly author: string | null;
  readonly tag: TagId | null;
  readonly text: string;
}

/** What the vocabulary asks, with the topics that make an answer stale. */
export function vocabularyQueries(client: DialogramClient, run: RunId | null) {
  return {
    /** All tags that are shown, however many. */
    tags: ({ query, role, archived, sort, descending }: TagsShown) =>
      queryOptions({
        queryKey: ['vocabulary.list', run, query, role, archived, sort, descending],
        queryFn: async ({ signal }) => {
          const items: VocabularyTag[] = [];
          for (;;) {
            const page = await client.vocabulary.list(
              { run, query, role, archived, sort, descending, offset: items.length, limit: WHOLE },
              { signal },
            );
            items.push(...page.items);
            if (page.items.length === 0 || items.length >= page.total) return items;
          }
        },
        placeholderData: keepPreviousData,
        meta: TAGS,
      }),
    rounds: (filter: RoundFilterInput, limit: number) =>
      queryOptions({
        queryKey: ['vocabulary.rounds', run, filter, limit],
        queryFn: ({ signal }) => client.vocabulary.rounds({ run, filter, limit }, { signal }),
        placeholderData: keepPreviousData,
        meta: TAGS,
      }),
    bulk: (filter: RoundFilterInput, change: BulkChange) =>
      queryOptions({
        queryKey: [vocabularyCommands.bulk, run, filter, change],
        queryFn: ({ signal }) =>
          client.vocabulary.previewBulk({ run, filter, change, examples: 8 }, { signal }),
        placeholderData: keepPreviousData,
        meta: TAGS,
      }),
    impact: (edit: PlannedEditInput) =>
      queryOptions({
        queryKey: ['vocabulary.impact', run, edit],
        queryFn: ({ signal }) => client.vocabulary.impact({ run, edit }, { signal }),
        meta: about('tags', 'runs', 'corpus', 'automata'),
      }),
    similar: (dismissed: boolean) =>
      queryOptions({
        queryKey: ['vocabulary.similar', run, dismissed],
        queryFn: ({ signal }) => client.vocabulary.similar({ run, dismissed }, { signal }),
        meta: TAGS,
      }),
    history: (query: HistoryQuery, page: number) =>
      queryOptions({
        queryKey: ['history.list', query, page],
        queryFn: ({ signal }) =>
          client.history.list(
            { ...query, kinds: [...query.kinds], offset: page * PAGE, limit: PAGE },
            { signal },
          ),
        placeholderData: keepPreviousData,
        meta: about('tags', 'corpus'),
      }),
    authors: queryOptions({
      queryKey: ['history.authors'],
      queryFn: ({ signal }) => client.history.authors(undefined, { signal }),
      meta: about('tags'),
    }),
    decisions: (edit: EditId, limit: number) =>
      queryOptions({
        queryKey: ['history.decisions', edit, limit],
        queryFn: ({ signal }) => client.history.decisions({ edit, limit }, { signal }),
        meta: about('tags', 'corpus'),
      }),
  };
}
