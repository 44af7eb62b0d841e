import type { FieldSummary, ListSort } from '#shared/contract/filters.ts';
import type { DialogueId, RunId, UtteranceId } from '#shared/domain/ids.ts';
import { dialogueFields } from '../../store/corpus/dialogue-fields.ts';
import { dialogueOrder } from '../../store/corpus/dialogue-order.ts';
import { searchDialogues } from '../../store/corpus/search.ts';
import { openForReading, type ReadDatabase } from '../../store/database.ts';
import { serveQuestions, type Talk } from '../../workers/ask-worker.ts';
import { dialoguesWhere } from './dialogues-where.ts';
import { fieldNamed } from './field-named.ts';
import { sortedBy } from './sorted-by.ts';
import { summaryOf } from './summary-of.ts';

/** Whose tags. */
export interface TagsMeant {
  readonly id: RunId;
  readonly tagger: string;
}

export type FilterQuestion =
  | { readonly kind: 'fields'; readonly tags: TagsMeant | null }
  | { readonly kind: 'count'; readonly where: string; readonly tags: TagsMeant | null }
  | {
      readonly kind: 'list';
      readonly where: string;
      readonly tags: TagsMeant | null;
      /** Of these alone; null is no such limit. */
      readonly among: readonly DialogueId[] | null;
      readonly query: string;
      readonly sort: ListSort | null;
      readonly offset: number;
      readonly limit: number;
      readonly columns: readonly string[];
    };

export type FilterAnswer =
  | { readonly kind: 'fields'; readonly fields: readonly FieldSummary[] }
  | { readonly kind: 'count'; readonly dialogues: number; readonly of: number }
  | {
      readonly kind: 'list';
      readonly total: number;
      readonly page: readonly {
        readonly id: DialogueId;
        /** The first utterance that has the words. */
        readonly match: UtteranceId | null;
        readonly values: readonly string[];
      }[];
    };

export type FilterTalk = Talk<{ readonly path: string }, Record<string, never>, FilterQuestion, FilterAnswer>;

serveQuestions<FilterTalk>(async ({ path }) => {
  let database: ReadDatabase | null = null;
  return {
    ready: {},
    // The connection stays for as long as what was read with it; a purge ends the worker.
    async answer(question) {
      database ??= openForReading(path);
      return answer(database, question);
    },
  };
});

function answer(database: ReadDatabase, question: FilterQuestion): FilterAnswer {
  switch (question.kind) {
    case 'fields':
      return { kind: 'fields', fields: dialogueFields(database).fields.map(summaryOf) };
    case 'count': {
      const of = dialogueOrder(database).ids.length;
      const found = dialoguesWhere(database, question.where, question.tags);
      return { kind: 'count', dialogues: found?.size ?? of, of };
    }
    case 'list':
      return list(database, question);
  }
}

function list(
  database: ReadDatabase,
  { where, tags, among, query, sort, offset, limit, columns }: Extract<FilterQuestion, { kind: 'list' }>,
): FilterAnswer {
  const passing = dialoguesWhere(database, where, tags);
  const matches = searchDialogues(database, query);
  const order = dialogueOrder(database);
  const found = (among === null ? order.ids : order.sorted(among)).filter(
    (id) => (passing?.has(id) ?? true) && (matches?.has(id) ?? true),
  );
  const facts = dialogueFields(database);
  const sorted = sort === null ? found : sortedBy(facts, sort, found);
  const shown = columns.map((name) => fieldNamed(facts.fields, name));
  const page = sorted.slice(offset, offset + limit).map((id) => {
    const place = facts.placeOf(id);
    const values = shown.map(({ offsets, valueIds, values: of }) =>
      Array.from(valueIds.subarray(offsets[place], offsets[place + 1]), (value) => of[value]).join(', '),
    );
    return { id, match: matches?.get(id) ?? null, values };
  });
  return { kind: 'list', total: sorted.length, page };
}
