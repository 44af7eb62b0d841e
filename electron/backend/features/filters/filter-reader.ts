import { summariseField } from '#shared/algorithms/filters/summarise-field.ts';
import type { DialogueFileForm, FieldSummary, ListSort } from '#shared/contract/filters.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { OutputTarget } from '../../output/target.ts';
import { writeInPieces } from '../../output/write-whole.ts';
import { packColumns } from '../../store/corpus/dialogue-columns.ts';
import { dialogueFields, fieldsState } from '../../store/corpus/dialogue-fields.ts';
import { dialogueOrder } from '../../store/corpus/dialogue-order.ts';
import { searchDialogues } from '../../store/corpus/search.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { dialogueFacts, isOfTags } from './dialogue-facts.ts';
import { dialoguesWhere } from './dialogues-where.ts';
import { writtenEventLog } from './event-log.ts';
import { writtenDialogues } from './export-dialogues.ts';
import { fieldNamed } from './field-named.ts';
import { sortedBy } from './sorted-by.ts';
import { type TagsMeant, tagReader } from './tag-reader.ts';

interface Asked {
  readonly where: string;
  readonly tags: TagsMeant | null;
}

interface ListAsked extends Asked {
  /** Only these; null means no limit. */
  readonly among: readonly DialogueId[] | null;
  readonly query: string;
  readonly sort: ListSort | null;
  readonly offset: number;
  readonly limit: number;
  readonly columns: readonly string[];
}

/** Filters, lists and exports the dialogues of a project; what their fields say is cached. */
export const openFilters = (database: ReadDatabase) => ({
  fields({ where, tags }: Asked): FieldSummary[] {
    const { dialogueIds, fields } = dialogueFacts(database, tags);
    const found = dialoguesWhere(database, where, tags);
    const passing = found && Uint8Array.from(dialogueIds, (id) => (found.has(id) ? 1 : 0));
    return fields.map((field) => summariseField(field, passing));
  },
  count({ where, tags }: Asked) {
    const of = dialogueOrder(database).ids.length;
    return { dialogues: dialoguesWhere(database, where, tags)?.size ?? of, of };
  },
  /** With each dialogue, the first message that contains the words. */
  list({ where, tags, among, query, sort, offset, limit, columns }: ListAsked) {
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
    return { total: sorted.length, page };
  },
  /** The columns of all dialogues, to be kept with the project. */
  columns: () => ({ state: fieldsState(database), packed: packColumns(dialogueFields(database)) }),
  export({ where, tags, form, target }: Asked & { form: DialogueFileForm; target: OutputTarget }) {
    const passing = dialoguesWhere(database, where, tags);
    const ids = dialogueOrder(database).ids.filter((id) => passing?.has(id) ?? true);
    const pieces =
      form === 'xes' ? writtenEventLog(database, ids, tags) : writtenDialogues(database, ids, tags, form);
    return { ...writeInPieces(target, pieces), dialogues: ids.length };
  },
});
export type Filters = ReturnType<typeof openFilters>;
