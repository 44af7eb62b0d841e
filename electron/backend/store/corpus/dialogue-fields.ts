import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createFieldBuilder, type FieldBuilder } from '#shared/algorithms/filters/tag-fields.ts';
import type { TurnTimes } from '#shared/algorithms/performance/measure-flow.ts';
import { type LanguageGuess, languageName, languageOf } from '#shared/algorithms/text/language.ts';
import { roleAt } from '#shared/domain/dialogue.ts';
import type { DialogueField } from '#shared/domain/dialogue-filter.ts';
import type { DialogueId, TurnId } from '#shared/domain/ids.ts';
import { domainField } from '#shared/domain/import-formats.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { versionOf } from '../file/meta-table.ts';
import { allValues, change, eachRaw, oneRow, oneValue, parseJson } from '../statements.ts';
import { corpusFingerprint } from './dialogue-table.ts';
import { lastTurn, turnColumns } from './turn-table.ts';

interface PackedColumns {
  readonly header: string;
  readonly data: Uint8Array;
}

interface Columns {
  readonly dialogueIds: readonly DialogueId[];
  readonly fields: readonly DialogueField[];
  readonly times: TurnTimes | null;
}

const headerSchema = z.object({
  dialogues: z.int(),
  timedTurns: z.int().nullable(),
  fields: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['number', 'date', 'words']),
      values: z.array(z.string()),
      entries: z.int(),
    }),
  ),
});

/** Packs the numbers of all columns in a row. Times come first and have two places each. */
export function packColumns({ dialogueIds, fields, times }: Columns): PackedColumns {
  const arrays = [
    ...(times === null ? [] : [times.starts, times.ends, times.offsets]),
    Int32Array.from(dialogueIds),
    ...fields.flatMap(({ offsets, valueIds }) => [offsets, valueIds]),
  ];
  const data = new Uint8Array(arrays.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const array of arrays) {
    data.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += array.byteLength;
  }
  const header: z.infer<typeof headerSchema> = {
    dialogues: dialogueIds.length,
    timedTurns: times === null ? null : times.starts.length,
    fields: fields.map(({ name, kind, values, valueIds }) => ({
      name,
      kind,
      values: [...values],
      entries: valueIds.length,
    })),
  };
  return { header: JSON.stringify(header), data };
}

function unpackColumns({ header, data }: PackedColumns): Columns {
  const { dialogues, timedTurns, fields } = parseJson(headerSchema, header);
  // Copies the bytes, because those of a database may be unaligned and numbers may not.
  const { buffer } = Uint8Array.from(data);
  let at = 0;
  const take = (length: number): Int32Array => {
    at += Int32Array.BYTES_PER_ELEMENT * length;
    return new Int32Array(buffer, at - Int32Array.BYTES_PER_ELEMENT * length, length);
  };
  const takeTimes = (length: number): Float64Array => {
    at += Float64Array.BYTES_PER_ELEMENT * length;
    return new Float64Array(buffer, at - Float64Array.BYTES_PER_ELEMENT * length, length);
  };
  const times =
    timedTurns === null
      ? null
      : { starts: takeTimes(timedTurns), ends: takeTimes(timedTurns), offsets: take(dialogues + 1) };
  const dialogueIds = Array.from(take(dialogues), (id) => id as DialogueId);
  return {
    dialogueIds,
    times,
    fields: fields.map(({ entries, ...field }) => ({
      ...field,
      offsets: take(dialogues + 1),
      valueIds: take(entries),
    })),
  };
}

function readDialogueColumns(database: ReadDatabase, state: string): Columns | null {
  const row = oneRow<PackedColumns>(database)`
    SELECT header, data FROM dialogue_columns WHERE state = ${state}`;
  return row ? unpackColumns(row) : null;
}

export const hasDialogueColumns = (database: ReadDatabase, state: string): boolean =>
  oneValue<number>(database)`SELECT 1 FROM dialogue_columns WHERE state = ${state}` !== undefined;

/** A prefix for the states of rows that store other results than columns. */
const KEPT = 'kept/';

export function keepDialogueColumns(
  database: WriteDatabase,
  state: string,
  { header, data }: PackedColumns,
): void {
  database.transaction(() => {
    change(database)`DELETE FROM dialogue_columns WHERE state NOT LIKE ${`${KEPT}%`}`;
    change(database)`INSERT INTO dialogue_columns VALUES (${state}, ${header}, ${Buffer.from(data)})`;
  })();
}

export function forgetDialogueColumns(database: WriteDatabase): void {
  change(database)`DELETE FROM dialogue_columns`;
}

/** The newest result of each kind is stored together with the state that it depends on. */
type KeptKind = 'findings' | 'ranker';

export const readKept = (database: ReadDatabase, kind: KeptKind, state: string): string | null =>
  oneValue<string>(
    database,
  )`SELECT header FROM dialogue_columns WHERE state = ${`${KEPT}${kind}/${state}`}` ?? null;

export function keepResult(database: WriteDatabase, kind: KeptKind, state: string, result: string): void {
  database.transaction(() => {
    change(database)`DELETE FROM dialogue_columns WHERE state LIKE ${`${KEPT}${kind}/%`}`;
    change(
      database,
    )`INSERT INTO dialogue_columns VALUES (${`${KEPT}${kind}/${state}`}, ${result}, ${Buffer.alloc(0)})`;
  })();
}

interface TurnSpans extends TurnTimes {
  readonly roles: Uint8Array;
}

/** Returns when each turn began and ended, in seconds; NaN if unknown. Null if no turn has a time. */
function readTurnSpans(database: ReadDatabase, dialogueIds: readonly DialogueId[]): TurnSpans | null {
  const timed = oneRow(database)`SELECT 1 FROM utterances WHERE time IS NOT NULL LIMIT 1`;
  if (timed === undefined) return null;
  const { dialogues, turns, roles } = turnColumns(database);
  const offsets = new Int32Array(dialogueIds.length + 1);
  for (let place = 0, at = 0; place < dialogueIds.length; place++) {
    while (dialogues[at] === dialogueIds[place]) at++;
    offsets[place + 1] = at;
  }
  // Indexed by turn id, because look-ups in the database take three times as long.
  const placeOf = new Int32Array(lastTurn(database) + 1);
  for (let at = 0; at < turns.length; at++) placeOf[turns[at]!] = at;
  const turnOf = allValues<TurnId>(database)`
    SELECT round_id FROM utterances WHERE time IS NOT NULL ORDER BY id`;
  const seconds = allValues<number | null>(database)`
    SELECT unixepoch(time, 'subsec') FROM utterances WHERE time IS NOT NULL ORDER BY id`;
  const starts = new Float64Array(turns.length).fill(Number.NaN);
  const ends = starts.slice();
  for (let at = 0; at < turnOf.length; at++) {
    const [turn, second] = [placeOf[turnOf[at]!]!, seconds[at] ?? Number.NaN];
    if (!(starts[turn]! <= second)) starts[turn] = second;
    if (!(ends[turn]! >= second)) ends[turn] = second;
  }
  return { offsets, starts, ends, roles };
}

export interface DialogueFields {
  readonly dialogueIds: readonly DialogueId[];
  readonly fields: readonly DialogueField[];
  readonly times: TurnTimes | null;
  placeOf(dialogue: DialogueId): number;
}

/** Longer values are texts to read, not values to choose from. */
const MOST_CHARACTERS = 200;
/** A column with more values than this within a dialogue describes messages. */
const MOST_VALUES_OF_A_DIALOGUE = 8;
const MILLISECONDS_OF_A_MINUTE = 60_000;

/** The names of counted fields. If a file has a column with such a name, its field is `file.NAME`. */
const OWN_FIELDS: readonly string[] = [
  ...['id', 'source', 'domain', 'turns', 'started', 'minutes'],
  ...['minutes to first reply', 'longest wait in minutes', 'language'],
];

const kept = new WeakMap<ReadDatabase, { readonly state: string; readonly fields: DialogueFields }>();

/** Returns the fields of all dialogues, cached in memory and in the project until dialogues change. */
export function dialogueFields(database: ReadDatabase): DialogueFields {
  const state = fieldsState(database);
  const known = kept.get(database);
  if (known?.state === state) return known.fields;
  const columns = readDialogueColumns(database, state);
  const fields = columns ? withPlaces(columns) : database.transaction(() => readDialogueFields(database))();
  kept.set(database, { state, fields });
  return fields;
}

/** Version of the packed column layout. Bump it to discard cached columns. */
const FORM = 5;

/** Returns the version of the dialogues that the fields come from. */
export const fieldsState = (database: ReadDatabase): string =>
  `${FORM}/${versionOf(database, 'corpus_version')}/${corpusFingerprint(database)}`;

/** Returns turn times in the order of `dialogueIds`; null if there are none. */
export function turnTimes(database: ReadDatabase, dialogueIds: ArrayLike<number>): TurnTimes | null {
  const { dialogueIds: all, times } = dialogueFields(database);
  if (times === null) return null;
  if (dialogueIds.length === all.length && all.every((id, at) => id === dialogueIds[at])) return times;
  const placeOf = new Map<number, number>(all.map((id, place) => [id, place]));
  const offsets = new Int32Array(dialogueIds.length + 1);
  const ranges = Array.from(dialogueIds, (id, at): [first: number, end: number] => {
    const place = placeOf.get(id);
    const [first, end] = place === undefined ? [0, 0] : [times.offsets[place]!, times.offsets[place + 1]!];
    offsets[at + 1] = offsets[at]! + end - first;
    return [first, end];
  });
  const taken = (column: Float64Array): Float64Array => {
    const own = new Float64Array(offsets[ranges.length]!);
    for (const [at, [first, end]] of ranges.entries()) own.set(column.subarray(first, end), offsets[at]);
    return own;
  };
  return { offsets, starts: taken(times.starts), ends: taken(times.ends) };
}

function withPlaces(columns: Omit<DialogueFields, 'placeOf'>): DialogueFields {
  const places = new Map(columns.dialogueIds.map((id, place) => [id, place]));
  return { ...columns, placeOf: (dialogue) => places.get(dialogue) ?? 0 };
}

function readDialogueFields(database: ReadDatabase): DialogueFields {
  const dialogueIds: DialogueId[] = [];
  const placeOf = new Map<DialogueId, number>();
  const own = OWN_FIELDS.map(createFieldBuilder);
  const [id, source, domain, turns, started, minutes, firstReply, longestWait, language] = own as [
    FieldBuilder,
    FieldBuilder,
    FieldBuilder,
    FieldBuilder,
    FieldBuilder,
    FieldBuilder,
    FieldBuilder,
    FieldBuilder,
    FieldBuilder,
  ];
  const told = createColumns();
  const ofDialogues = eachRaw<[DialogueId, string, string, string, string, number, string | null]>(database)`
    SELECT d.id, d.external_id, s.name, s.format, d.domains, d.rounds, d.extra
    FROM dialogues d JOIN sources s ON s.id = d.source_id ORDER BY d.id`;
  for (const [dialogue, externalId, sourceName, format, domains, turnCount, extra] of ofDialogues) {
    const place = dialogueIds.length;
    dialogueIds.push(dialogue);
    placeOf.set(dialogue, place);
    id.add(place, externalId);
    source.add(place, sourceName);
    const name = domainField(format);
    if (name !== 'domain') told.add(place, `{${JSON.stringify(name)}:${domains}}`);
    else for (const value of textsOf(JSON.parse(domains))) domain.add(place, value);
    turns.add(place, String(turnCount));
    if (extra !== null) told.add(place, extra);
  }
  for (const { dialogue, code } of eachLanguage(database)) {
    const place = placeOf.get(dialogue);
    if (place !== undefined && code !== null) language.add(place, languageName(code));
  }
  const spans = readTurnSpans(database, dialogueIds);
  for (const { place, first, last, waits } of eachTiming(spans)) {
    started.add(place, new Date(first).toISOString());
    minutes.add(place, minutesText(last - first));
    const [reply] = waits;
    if (reply === undefined) continue;
    firstReply.add(place, minutesText(reply));
    longestWait.add(place, minutesText(Math.max(...waits)));
  }
  const said = createColumns(MOST_VALUES_OF_A_DIALOGUE);
  const ofUtterances = eachRaw<[DialogueId, string]>(database)`
    SELECT dialogue_id, extra FROM utterances WHERE extra IS NOT NULL ORDER BY dialogue_id, position`;
  for (const [dialogue, extra] of ofUtterances) {
    const place = placeOf.get(dialogue);
    if (place !== undefined) said.add(place, extra);
  }
  const count = dialogueIds.length;
  const ofFiles = told.finish(count);
  const names = new Set(ofFiles.map(({ name }) => name));
  return {
    dialogueIds,
    times: spans,
    placeOf: (dialogue) => placeOf.get(dialogue) ?? 0,
    fields: [
      ...own.map((builder) => builder.finish(count)),
      ...ofFiles,
      ...said.finish(count).filter(({ name }) => !names.has(name)),
    ].filter(({ valueIds }) => valueIds.length > 0),
  };
}

/** The number of first messages of a dialogue that determine its language. */
const TELLING_UTTERANCES = 12;

interface Ngrams {
  readonly eld: { detect(text: string): LanguageGuess };
}

let ngrams: Ngrams | null = null;

/** Loads the n-grams on first use, because loading takes longer than starting a thread. */
function guessOf(text: string): LanguageGuess {
  // The package exports only an ES module, so `require` needs its path.
  ngrams ??= createRequire(import.meta.url)(fileURLToPath(import.meta.resolve('eld/extrasmall'))) as Ngrams;
  return ngrams.eld.detect(text);
}

/** Yields the language of each dialogue as a code; null if unknown. */
function* eachLanguage(
  database: ReadDatabase,
): IterableIterator<{ readonly dialogue: DialogueId; readonly code: string | null }> {
  let dialogue: DialogueId | null = null;
  let texts: string[] = [];
  const said = eachRaw<[DialogueId, string]>(database)`
    SELECT dialogue_id, substr(text, 1, 600) FROM utterances WHERE position < ${TELLING_UTTERANCES}
    ORDER BY dialogue_id, position`;
  for (const [of, text] of said) {
    if (of !== dialogue && dialogue !== null) yield { dialogue, code: languageOf(texts, guessOf) };
    if (of !== dialogue) texts = [];
    dialogue = of;
    texts.push(text);
  }
  if (dialogue !== null) yield { dialogue, code: languageOf(texts, guessOf) };
}

const minutesText = (milliseconds: number): string => (milliseconds / MILLISECONDS_OF_A_MINUTE).toFixed(1);

interface TimedMessage {
  readonly place: number;
  readonly first: number;
  readonly last: number;
  readonly waits: readonly number[];
}

function* eachTiming(spans: TurnSpans | null): IterableIterator<TimedMessage> {
  if (spans === null) return;
  const { offsets, starts, ends, roles } = spans;
  for (let place = 0; place + 1 < offsets.length; place++) {
    let [first, last, asked] = [Number.NaN, Number.NaN, Number.NaN];
    const waits: number[] = [];
    for (let turn = offsets[place]!; turn < offsets[place + 1]!; turn++) {
      if (Number.isNaN(starts[turn])) continue;
      const [begun, ended] = [toMilliseconds(starts[turn]!), toMilliseconds(ends[turn]!)];
      if (!(begun >= first)) first = begun;
      if (!(ended <= last)) last = ended;
      if (roleAt(roles[turn]!) === 'user') asked = Number.isNaN(asked) ? begun : asked;
      else {
        if (begun >= asked) waits.push(begun - asked);
        asked = Number.NaN;
      }
    }
    if (!Number.isNaN(first)) yield { place, first, last, waits };
  }
}

const toMilliseconds = (seconds: number): number => Math.round(1000 * seconds);

/** Collects columns from JSON. Their names stay unchanged. */
function createColumns(mostOfADialogue = Number.POSITIVE_INFINITY) {
  const columns = new Map<string, FieldBuilder>();
  return {
    add(dialogue: number, json: string): void {
      const object: unknown = JSON.parse(json);
      if (typeof object !== 'object' || object === null) return;
      for (const [key, value] of Object.entries(object)) {
        const texts = textsOf(value);
        if (texts.length === 0) continue;
        const name = OWN_FIELDS.includes(key) ? `file.${key}` : key;
        const column = columns.get(name) ?? createFieldBuilder(name);
        columns.set(name, column);
        for (const text of texts) column.add(dialogue, text);
      }
    },
    finish(dialogues: number): DialogueField[] {
      return [...columns.values()]
        .map((column) => column.finish(dialogues))
        .filter(({ offsets }) =>
          offsets.every((offset, at) => at === 0 || offset - offsets[at - 1]! <= mostOfADialogue),
        )
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    },
  };
}

function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => (Array.isArray(item) ? [] : textsOf(item)));
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (!isPlain) return [];
  const text = String(value).trim();
  return text === '' || text.length > MOST_CHARACTERS ? [] : [text];
}
