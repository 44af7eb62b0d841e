import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { TurnFilterInput } from '#shared/contract/turn-filter.ts';
import type {
  BulkChange,
  PlannedEditInput,
  VocabularySort,
  VocabularyTag,
} from '#shared/contract/vocabulary.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { EditId, RunId, TagId, TurnId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, pageOf, question } from '../../client/queries.ts';
import { defineCommands } from '../../commands/commands.ts';
import { createTabState, defineMode } from '../../project/mode.ts';

export const VOCABULARY = defineMode('vocabulary', 'label', 'Vocabulary', 'Show the vocabulary');

export const vocabularyCommands = defineCommands(
  'vocabulary',
  { group: 'Vocabulary', scope: 'vocabulary' },
  {
    rename: { title: 'Rename the tag…', keys: ['R'] },
    merge: { title: 'Merge tags…', keys: ['U'] },
    split: { title: 'Split the tag…', keys: ['S'] },
    archive: { title: 'Archive or restore the tag…', keys: ['E'] },
    bulk: { title: 'Change many turns…', keys: ['B'] },
    import: { title: 'Import a vocabulary…', scope: 'everywhere' },
    export: { title: 'Export the vocabulary', scope: 'everywhere' },
  },
);

interface TagsShown {
  readonly query: string;
  readonly role: Role | null;
  readonly archived: 'no' | 'only' | 'all';
  readonly sort: VocabularySort;
  readonly descending: boolean;
}

export type VocabularyTab = 'tags' | 'similar' | 'history';

interface VocabularyState extends TagsShown {
  readonly tab: VocabularyTab;
  readonly tag: TagId | null;
  readonly chosen: readonly TagId[];
  readonly historyTag: TagId | null;
}

export const {
  use: useVocabulary,
  enter: enterVocabulary,
  change: changeVocabulary,
} = createTabState<VocabularyState>('vocabulary', {
  tab: 'tags',
  query: '',
  role: null,
  archived: 'no',
  sort: 'turns',
  descending: true,
  tag: null,
  chosen: [],
  historyTag: null,
});

export function forgetPurgedTags(): void {
  changeVocabulary({ query: '', tag: null, chosen: [], historyTag: null });
}

export function toggleChosen(tag: TagId): void {
  const { chosen } = useVocabulary.getState();
  changeVocabulary({
    chosen: chosen.includes(tag) ? chosen.filter((other) => other !== tag) : [...chosen, tag],
  });
}

const WHOLE = 1000;
const TAGS = about('tags', 'runs', 'corpus');
const HISTORY = about('tags', 'corpus', 'notes', 'worksheets', 'flows');

export interface HistoryQuery {
  readonly kinds: readonly string[];
  readonly author: string | null;
  readonly tag: TagId | null;
  readonly text: string;
}

export const vocabularyQueries = (run: RunId | null) => ({
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
  turns: (filter: TurnFilterInput, limit: number) => ({
    ...question('vocabulary.turns', client.vocabulary.turns, { run, filter, limit }, TAGS),
    placeholderData: keepPreviousData,
  }),
  bulk: (filter: TurnFilterInput, change: BulkChange) => ({
    ...question('vocabulary.bulk', client.vocabulary.previewBulk, { run, filter, change, examples: 8 }, TAGS),
    placeholderData: keepPreviousData,
  }),
  card: (name: string) => question('vocabulary.card', client.vocabulary.card, { run, name }, TAGS),
  impact: (edit: PlannedEditInput, automaton: RunId | null) =>
    question(
      'vocabulary.impact',
      client.vocabulary.impact,
      { run, edit, automaton },
      about('tags', 'runs', 'corpus', 'automata'),
    ),
  similar: (dismissed: boolean) =>
    question('vocabulary.similar', client.vocabulary.similar, { run, dismissed }, TAGS),
  history: (query: HistoryQuery, page: number) => ({
    ...question(
      'history.list',
      client.history.list,
      { ...query, kinds: [...query.kinds], together: true, ...pageOf(page) },
      HISTORY,
    ),
    placeholderData: keepPreviousData,
  }),
  ofTurn: (turn: TurnId) => question('history.ofTurn', client.history.list, { turn, limit: 200 }, HISTORY),
  authors: question('history.authors', client.history.authors, undefined, HISTORY),
  decisions: (edit: EditId, limit: number) =>
    question('history.decisions', client.history.decisions, { edit, limit }, about('tags', 'corpus')),
});
