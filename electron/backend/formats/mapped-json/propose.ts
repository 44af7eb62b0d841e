import type { ColumnMapInput } from '#shared/contract/corpus.ts';
import type { FileHead } from '../bytes/head.ts';
import {
  guessConversation,
  guessFields,
  guessId,
  type SampledField,
  speechScore,
} from '../conversations/guess-fields.ts';
import { voicesOf } from '../conversations/speaker-roles.ts';
import { EACH, elementsOf, isRecord, itemsAt, valueAt, wordsOf } from '../json/fields.ts';
import { sampleValues } from '../json/records.ts';
import { closedJson } from '../json/values.ts';

/** At most this many rows are inspected, so that large files take no longer than small ones. */
const MOST_ELEMENTS = 60;
const MOST_RECORDS = 60;
const MOST_TURNS = 600;
const DEEPEST = 8;

export interface JsonProposal {
  readonly map: ColumnMapInput;
  readonly lists: readonly { readonly records: string; readonly turns: string }[];
  readonly columns: readonly string[];
  readonly recordFields: readonly string[];
}

/** Finds dialogues and turns in JSON and guesses the meaning of their fields. Parts that a person assigned stay. */
export function proposeMap(head: FileHead, told: ColumnMapInput | null): JsonProposal {
  const { values, unfinished } = sampleValues(head);
  const whole = values.filter((value) => value !== undefined).slice(0, MOST_RECORDS);
  const cut = whole.length === 0 && unfinished ? closedJson(unfinished.toString('utf8')) : undefined;
  const sample = cut === undefined ? whole : [cut];
  const proposalAt = (place: Place, known: ColumnMapInput) => {
    const { turns, records } = fieldsAt(sample, place);
    return { ...place, ...guess(place, turns, records, known), turnFields: turns, recordFields: records };
  };
  const isPlaceTold = told?.records !== undefined || told?.turns !== undefined;
  const proposals = placesIn(sample).map((place) => proposalAt(place, isPlaceTold ? {} : (told ?? {})));
  const best = isPlaceTold ? proposalAt(placeOf(told), told) : byScore(proposals)[0];
  return {
    map: best?.map ?? told ?? {},
    lists: byScore(proposals).map(({ records, turns }) => ({ records, turns })),
    columns: best?.turnFields.map(({ name }) => name) ?? [],
    recordFields: best?.recordFields.map(({ name }) => name) ?? [],
  };
}

const MOST_LISTS = 20;

/** Returns the most likely lists first. Lists without text are included only if there are no others. */
function byScore<Proposal extends { readonly score: number }>(
  proposals: readonly Proposal[],
): readonly Proposal[] {
  const sorted = proposals.toSorted((one, other) => other.score - one.score).slice(0, MOST_LISTS);
  const speaking = sorted.filter(({ score }) => score > 0);
  return speaking.length > 0 ? speaking : sorted;
}

interface Place {
  readonly records: string;
  /** Path of the turns in a record; "" if a record is a turn. */
  readonly turns: string;
}

const placeOf = ({ records = '', turns = '' }: ColumnMapInput): Place => ({ records, turns });

function guess(
  { records, turns }: Place,
  turnFields: readonly SampledField[],
  recordFields: readonly SampledField[],
  told: ColumnMapInput,
): { map: ColumnMapInput; score: number } {
  const { domain, ...outer } = told;
  const nested = turns !== '';
  const fields = guessFields(turnFields, nested ? outer : told);
  const named = nested
    ? guessFields(recordFields, { text: '', speaker: '', ...(domain && { domain }) }).domain
    : fields.domain;
  const conversation =
    told.conversation ??
    (nested ? guessId(recordFields) : (guessConversation(turnFields, fields) ?? guessId(turnFields)));
  const { domain: _, ...inner } = fields;
  const map = {
    ...inner,
    ...(records !== '' && { records }),
    ...(nested && { turns }),
    ...(conversation && { conversation }),
    ...(named && { domain: named }),
  };
  const voices = voicesOf(map);
  // Separate rows are dialogues only if they have messages of several speakers.
  if (!voices || (!nested && !conversation && !voices.isMany)) return { map, score: 0 };
  return { map, score: speechScore(turnFields, map) };
}

function placesIn(values: readonly unknown[]): Place[] {
  const places = new Map<string, Place>();
  const add = (records: string, turns: string): void => {
    places.set(`${records} ${turns}`, { records, turns });
  };
  const walk = (value: unknown, holder: string, path: string, depth: number): void => {
    if (depth > DEEPEST) return;
    const elements = isList(value) ? (elementsOf(value) ?? []).slice(0, MOST_ELEMENTS) : null;
    if (elements === null) {
      if (!isRecord(value)) return;
      for (const [key, inner] of Object.entries(value).slice(0, MOST_ELEMENTS))
        walk(inner, holder, joined(path, key), depth + 1);
      return;
    }
    if (elements.some((element) => typeof element === 'object' || typeof element === 'string')) {
      if (path !== '') add(holder, path);
      if (elements.some((element) => typeof element === 'object'))
        add(joined(joined(holder, path), EACH), '');
    }
    for (const element of elements) walk(element, joined(joined(holder, path), EACH), '', depth + 1);
  };
  for (const value of values) {
    // If a value is a list, it is one dialogue and its elements are turns.
    if (Array.isArray(value)) add('', EACH);
    else if (isRecord(value)) add('', '');
    walk(value, '', '', 0);
  }
  return [...places.values()].slice(0, 200);
}

const joined = (path: string, key: string): string =>
  path === '' ? key : key === '' ? path : `${path}.${key}`;

/** True for a list, or an object used as one: many entries, all of them records or lists of the same form. */
function isList(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((element) => typeof element === 'object') || value.length > 1;
  if (!isRecord(value)) return false;
  const entries = Object.values(value);
  if (entries.length < 2) return false;
  if (entries.every(Array.isArray))
    return entries.every((entry) => entry.every((element) => isRecord(element)));
  const [first] = entries;
  if (!isRecord(first) || Object.keys(first).length === 0) return false;
  // If the file is cut off, the last value has only some keys.
  return entries.every(
    (entry) =>
      isRecord(entry) &&
      Object.keys(entry).filter((key) => !(key in first)).length * 2 <= Object.keys(first).length,
  );
}

function fieldsAt(
  values: readonly unknown[],
  { records, turns }: Place,
): { turns: SampledField[]; records: SampledField[] } {
  const items = values.flatMap((value) => [...itemsAt(value, records)]).slice(0, MOST_RECORDS);
  if (turns === '') return { turns: fieldsOf(items.map(({ value }) => value)), records: [] };
  return {
    turns: fieldsOf(items.flatMap(({ value }) => turnsOf(value, turns)).slice(0, MOST_TURNS)),
    records: fieldsOf(items.map(({ value }) => value)).filter(
      ({ name }) => name !== turns && !name.startsWith(`${turns}.`),
    ),
  };
}

/** Returns the turns of a record; if the path has "*", all elements of all lists. */
export function turnsOf(record: unknown, turns: string): readonly unknown[] {
  if (turns === EACH) return elementsOf(record) ?? [];
  return elementsOf(valueAt(record, turns)) ?? [];
}

function fieldsOf(records: readonly unknown[]): SampledField[] {
  const fields = new Map<string, { values: (string | null)[]; isList: boolean }>();
  const put = (name: string, index: number, value: string, isList: boolean): void => {
    const field = fields.get(name) ?? { values: [], isList: false };
    fields.set(name, field);
    while (field.values.length < index) field.values.push(null);
    field.values[index] = value;
    field.isList ||= isList;
  };
  const collect = (value: unknown, name: string, index: number, depth: number): void => {
    const words = wordsOf(value);
    if (words !== null && !Array.isArray(value)) put(name, index, words, false);
    else if (Array.isArray(value)) {
      // A pair such as ["agent", "Hello"] is a turn. Other lists of words are labels.
      if (name === '')
        for (const [place, part] of value.entries()) collect(part, String(place), index, depth + 1);
      else if (words !== null) put(name, index, words, true);
    } else if (isRecord(value) && depth < 4) {
      for (const [key, inner] of Object.entries(value).slice(0, MOST_ELEMENTS))
        collect(inner, joined(name, key), index, depth + 1);
    }
  };
  for (const [index, record] of records.entries()) collect(record, '', index, 0);
  return Array.from(fields, ([name, { values, isList }]) => ({
    name,
    isList,
    values: [...values, ...Array.from({ length: records.length - values.length }, () => null)],
  }));
}
