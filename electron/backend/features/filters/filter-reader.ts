import { summariseField } from '#shared/algorithms/filters/summarise-field.ts';
import { rankTags, tagOfTurn } from '#shared/algorithms/overview/tag-of-turn.ts';
import { escapeXml } from '#shared/algorithms/text/xml.ts';
import type { DialogueFileForm, FieldSummary, ListSort } from '#shared/contract/filters.ts';
import type { DialogueField } from '#shared/domain/dialogue-filter.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { csvLine } from '../../output/csv.ts';
import { type OutputTarget, writeInPieces } from '../../output/target.ts';
import {
  type DialogueFields,
  dialogueFields,
  fieldsState,
  packColumns,
} from '../../store/corpus/dialogue-fields.ts';
import {
  compareNaturally,
  dialogueExtraReader,
  dialogueOrder,
  findDialogue,
  type StoredDialogue,
} from '../../store/corpus/dialogue-table.ts';
import { searchDialogues } from '../../store/corpus/search.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { shownSymbols } from '../../store/runs/shown-symbols.ts';
import {
  dialogueFacts,
  dialoguesWhere,
  fieldNamed,
  isOfTags,
  type TagSource,
  tagReader,
  tagsOfTurns,
} from './dialogues-where.ts';

function sortedBy(
  { fields, placeOf }: DialogueFields,
  { field, descending }: ListSort,
  ids: readonly DialogueId[],
): DialogueId[] {
  const { offsets, valueIds, ...values } = fieldNamed(fields, field, 'sort');
  const ranks = ranksOf(values);
  const rankOf = (id: DialogueId): number => {
    const place = placeOf(id);
    if (offsets[place] === offsets[place + 1]) return Number.POSITIVE_INFINITY;
    const rank = ranks[valueIds[offsets[place]!]!]!;
    return descending ? -rank : rank;
  };
  const ranked = ids.map((id) => ({ id, rank: rankOf(id) }));
  return ranked.sort((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank)).map(({ id }) => id);
}

/** Returns the rank of each value in sorted order, for sorting dialogues. */
function ranksOf({ kind, values }: Pick<DialogueField, 'kind' | 'values'>): Int32Array {
  const number = kind === 'number' ? Number : Date.parse;
  const keys = kind === 'words' ? [] : values.map(number);
  const order = Array.from(values.keys()).sort(
    kind === 'words' ? (a, b) => compareNaturally(values[a]!, values[b]!) : (a, b) => keys[a]! - keys[b]!,
  );
  const ranks = new Int32Array(values.length);
  order.forEach((value, rank) => {
    ranks[value] = rank;
  });
  return ranks;
}

/** Keys of the neutral format. Columns of a file must not overwrite them. */
const OWN_KEYS: ReadonlySet<string> = new Set(['id', 'domain', 'turns', 'source']);

/** Yields dialogues as lines of an importable file: text, times, tags and file data. */
function* writtenDialogues(
  database: ReadDatabase,
  ids: Iterable<DialogueId>,
  tags: TagSource | null,
  form: Exclude<DialogueFileForm, 'xes'>,
): Generator<string, void> {
  const extraOf = dialogueExtraReader(database);
  const namesOf = tagsOfTurns(database, tags);
  if (form === 'csv') yield 'dialogue_id,speaker,text,time,domain,tags\r\n';
  for (const id of ids) {
    const dialogue = required(findDialogue(database, id) ?? undefined, `dialogue ${id}`);
    const turns = turnsOf(dialogue, namesOf);
    const { externalId, source, domains } = dialogue;
    if (form === 'csv') {
      for (const { speaker, text, time, acts } of turns)
        yield csvLine([externalId, speaker, text, time ?? null, domains.join(' '), acts.join(' ')]);
    } else {
      const said = Object.entries(extraOf(id)).filter(([key]) => !OWN_KEYS.has(key));
      yield `${JSON.stringify({ ...Object.fromEntries(said), id: externalId, source, domain: domains, turns })}\n`;
    }
  }
}

/** Returns the turns of a dialogue for the file. A turn's tags are written at its first message. */
const turnsOf = ({ turns }: StoredDialogue, namesOf: ReturnType<typeof tagsOfTurns>) =>
  turns.flatMap(({ id, role, utterances }) =>
    utterances.map(({ text, time }, at) => ({
      speaker: role,
      text,
      ...(time === null ? {} : { time }),
      acts: at === 0 ? namesOf(id) : [],
    })),
  );

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<log xes.version="1.0" xes.features="" xmlns="http://www.xes-standard.org/">
<extension name="Concept" prefix="concept" uri="http://www.xes-standard.org/concept.xesext"/>
<extension name="Organizational" prefix="org" uri="http://www.xes-standard.org/org.xesext"/>
<extension name="Time" prefix="time" uri="http://www.xes-standard.org/time.xesext"/>
<classifier name="Activity" keys="concept:name"/>
`;

/** Yields an XES event log (IEEE 1849) without text. Activities are named as in exported nets, "user: complain". */
function* writtenEventLog(
  database: ReadDatabase,
  ids: Iterable<DialogueId>,
  tags: TagSource | null,
): Generator<string, void> {
  const namesOf = tagsOfTurns(database, tags);
  const { symbols } = tags ? shownSymbols(database, tags.id) : { symbols: [] };
  const rank = rankTags(symbols);
  const taken = new Set<string>();
  yield HEAD;
  for (const id of ids) {
    const { externalId, source, turns } = required(findDialogue(database, id) ?? undefined, `dialogue ${id}`);
    // Programs merge cases with the same name, and several sources may use the same id.
    const name = taken.has(externalId) ? `${externalId} (${source})` : externalId;
    taken.add(name);
    yield `<trace>\n${attribute('concept:name', name)}`;
    for (const { id: turn, role, utterances } of turns) {
      const names = namesOf(turn);
      const own = tagOfTurn(role, names, symbols, rank);
      if (own === undefined) continue;
      const time = utterances.find(({ time }) => !Number.isNaN(Date.parse(time ?? '')))?.time;
      yield [
        '<event>\n',
        attribute('concept:name', `${role}: ${own}`),
        attribute('org:role', role),
        names.length > 1 ? attribute('tags', names.join(', ')) : '',
        time ? attribute('time:timestamp', new Date(time).toISOString(), 'date') : '',
        '</event>\n',
      ].join('');
    }
    yield '</trace>\n';
  }
  yield '</log>\n';
}

const attribute = (key: string, value: string, kind: 'string' | 'date' = 'string'): string =>
  `<${kind} key="${key}" value="${escapeXml(value)}"/>\n`;

interface FilterQuery {
  readonly where: string;
  readonly tags: TagSource | null;
}

interface ListQuery extends FilterQuery {
  readonly among: readonly DialogueId[] | null;
  readonly query: string;
  readonly sort: ListSort | null;
  readonly offset: number;
  readonly limit: number;
  readonly columns: readonly string[];
}

export const openFilters = (database: ReadDatabase) => ({
  fields({ where, tags }: FilterQuery): FieldSummary[] {
    const { dialogueIds, fields } = dialogueFacts(database, tags);
    const found = dialoguesWhere(database, where, tags);
    const passing = found && Uint8Array.from(dialogueIds, (id) => (found.has(id) ? 1 : 0));
    return fields.map((field) => summariseField(field, passing));
  },
  count({ where, tags }: FilterQuery) {
    const of = dialogueOrder(database).ids.length;
    return { dialogues: dialoguesWhere(database, where, tags)?.size ?? of, of };
  },
  /** Returns a page of dialogues, each with the first message that contains the search words. */
  list({ where, tags, among, query, sort, offset, limit, columns }: ListQuery) {
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
  columns: () => ({ state: fieldsState(database), packed: packColumns(dialogueFields(database)) }),
  export({ where, tags, form, target }: FilterQuery & { form: DialogueFileForm; target: OutputTarget }) {
    const passing = dialoguesWhere(database, where, tags);
    const ids = dialogueOrder(database).ids.filter((id) => passing?.has(id) ?? true);
    const pieces =
      form === 'xes' ? writtenEventLog(database, ids, tags) : writtenDialogues(database, ids, tags, form);
    return { ...writeInPieces(target, pieces), dialogues: ids.length };
  },
});
export type Filters = ReturnType<typeof openFilters>;
