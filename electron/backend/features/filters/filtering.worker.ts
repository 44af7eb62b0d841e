import { summariseField } from '#shared/algorithms/filters/summarise-field.ts';
import type { DialogueFileForm, FieldSummary, ListSort } from '#shared/contract/filters.ts';
import type { DialogueId, UtteranceId } from '#shared/domain/ids.ts';
import type { OutputTarget } from '../../output/target.ts';
import { writeInPieces } from '../../output/write-whole.ts';
import { type PackedColumns, packColumns } from '../../store/corpus/dialogue-columns.ts';
import { dialogueFields, fieldsState } from '../../store/corpus/dialogue-fields.ts';
import { dialogueOrder } from '../../store/corpus/dialogue-order.ts';
import { searchDialogues } from '../../store/corpus/search.ts';
import { openForReading, type ReadDatabase } from '../../store/database.ts';
import { serveQuestions, type Talk } from '../../workers/ask-worker.ts';
import { dialogueFacts, isOfTags } from './dialogue-facts.ts';
import { dialoguesWhere } from './dialogues-where.ts';
import { writtenEventLog } from './event-log.ts';
import { writtenDialogues } from './export-dialogues.ts';
import { fieldNamed } from './field-named.ts';
import { sortedBy } from './sorted-by.ts';
import { type TagsMeant, tagReader } from './tag-reader.ts';

export type FilterQuestion =
  | { readonly kind: 'fields'; readonly where: string; readonly tags: TagsMeant | null }
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
    }
  /** The columns of all dialogues, to be kept with the project. */
  | { readonly kind: 'columns' }
  | {
      readonly kind: 'export';
      readonly where: string;
      readonly tags: TagsMeant | null;
      readonly form: DialogueFileForm;
      readonly target: OutputTarget;
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
    }
  | { readonly kind: 'columns'; readonly state: string; readonly packed: PackedColumns }
  | { readonly kind: 'export'; readonly path: string; readonly bytes: number; readonly dialogues: number };

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
    close: () => database?.close(),
  };
});

function answer(database: ReadDatabase, question: FilterQuestion): FilterAnswer {
  switch (question.kind) {
    case 'fields':
      return { kind: 'fields', fields: fieldsOf(database, question) };
    case 'count': {
      const of = dialogueOrder(database).ids.length;
      const found = dialoguesWhere(database, question.where, question.tags);
      return { kind: 'count', dialogues: found?.size ?? of, of };
    }
    case 'list':
      return list(database, question);
    case 'columns':
      return {
        kind: 'columns',
        state: fieldsState(database),
        packed: packColumns(dialogueFields(database)),
      };
    case 'export': {
      const { where, tags, form, target } = question;
      const passing = dialoguesWhere(database, where, tags);
      const ids = dialogueOrder(database).ids.filter((id) => passing?.has(id) ?? true);
      const pieces =
        form === 'xes' ? writtenEventLog(database, ids, tags) : writtenDialogues(database, ids, tags, form);
      const written = writeInPieces(target, pieces);
      return { kind: 'export', ...written, dialogues: ids.length };
    }
  }
}

function fieldsOf(
  database: ReadDatabase,
  { where, tags }: Extract<FilterQuestion, { kind: 'fields' }>,
): FieldSummary[] {
  const { dialogueIds, fields } = dialogueFacts(database, tags);
  const found = dialoguesWhere(database, where, tags);
  const passing = found && Uint8Array.from(dialogueIds, (id) => (found.has(id) ? 1 : 0));
  return fields.map((field) => summariseField(field, passing));
}

function list(
  database: ReadDatabase,
  { where, tags, among, query, sort, offset, limit, columns }: Extract<FilterQuestion, { kind: 'list' }>,
): FilterAnswer {
  const passing = dialoguesWhere(database, where, tags);
  const matches = searchDialogues(
    database,
    query,
    tagReader(database, () => tags),
  );
  const order = dialogueOrder(database);
  const found = (among === null ? order.ids : order.sorted(among)).filter(
    (id) => (passing?.has(id) ?? true) && (matches?.has(id) ?? true),
  );
  const isTold = [sort?.field ?? '', ...columns].some(isOfTags);
  const facts = dialogueFacts(database, isTold ? tags : null);
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
