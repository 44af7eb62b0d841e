import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RoundFilterInput } from '#shared/contract/round-filter.ts';
import type { BulkChange, PlannedEditInput, VocabularyTag } from '#shared/contract/vocabulary.ts';
import type { EditId, RoundId, RunId, TagId } from '#shared/domain/ids.ts';
import { about, pageOf, question } from '../../client/queries.ts';
import type { TagsShown } from './vocabulary-state.ts';

const WHOLE = 1000;
const TAGS = about('tags', 'runs', 'corpus');
const HISTORY = about('tags', 'corpus', 'notes', 'worksheets', 'flows');

export interface HistoryQuery {
  readonly kinds: readonly string[];
  readonly author: string | null;
  readonly tag: TagId | null;
  readonly text: string;
}

export const vocabularyQueries = ({ vocabulary, history }: DialogramClient, run: RunId | null) => ({
  /** All matching tags, however many. */
  tags: ({ query, role, archived, sort, descending }: TagsShown) =>
    queryOptions({
      queryKey: ['vocabulary.list', run, query, role, archived, sort, descending],
      queryFn: async ({ signal }) => {
        const items: VocabularyTag[] = [];
        for (;;) {
          const page = await vocabulary.list(
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
  rounds: (filter: RoundFilterInput, limit: number) => ({
    ...question('vocabulary.rounds', vocabulary.rounds, { run, filter, limit }, TAGS),
    placeholderData: keepPreviousData,
  }),
  bulk: (filter: RoundFilterInput, change: BulkChange) => ({
    ...question('vocabulary.bulk', vocabulary.previewBulk, { run, filter, change, examples: 8 }, TAGS),
    placeholderData: keepPreviousData,
  }),
  card: (name: string) => question('vocabulary.card', vocabulary.card, { run, name }, TAGS),
  impact: (edit: PlannedEditInput, automaton: RunId | null) =>
    question(
      'vocabulary.impact',
      vocabulary.impact,
      { run, edit, automaton },
      about('tags', 'runs', 'corpus', 'automata'),
    ),
  similar: (dismissed: boolean) =>
    question('vocabulary.similar', vocabulary.similar, { run, dismissed }, TAGS),
  history: (query: HistoryQuery, page: number) => ({
    ...question(
      'history.list',
      history.list,
      { ...query, kinds: [...query.kinds], together: true, ...pageOf(page) },
      HISTORY,
    ),
    placeholderData: keepPreviousData,
  }),
  /** Every edit of one turn, newest first. */
  ofRound: (round: RoundId) => question('history.ofRound', history.list, { round, limit: 200 }, HISTORY),
  authors: question('history.authors', history.authors, undefined, HISTORY),
  decisions: (edit: EditId, limit: number) =>
    question('history.decisions', history.decisions, { edit, limit }, about('tags', 'corpus')),
});
