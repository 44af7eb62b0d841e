import { createFieldBuilder, type FieldBuilder } from '#shared/algorithms/filters/field-builder.ts';
import { roleAt } from '#shared/domain/dialogue.ts';
import type { DialogueField } from '#shared/domain/dialogue-field.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';
import { versionOf } from '../file/meta-table.ts';
import { eachRaw } from '../statements.ts';
import { readDialogueColumns } from './dialogue-columns.ts';
import { corpusFingerprint } from './dialogue-table.ts';

/** What is known of all dialogues, as columns. */
export interface DialogueFields {
  /** By ascending id. */
  readonly dialogueIds: readonly DialogueId[];
  readonly fields: readonly DialogueField[];
  /** The index of a dialogue in `dialogueIds`. */
  placeOf(dialogue: DialogueId): number;
}

/** Longer values are texts to read, not values to choose. */
const MOST_CHARACTERS = 200;
/** A column of utterances with more different values in one dialogue tells utterances apart, not dialogues. */
const MOST_VALUES_OF_A_DIALOGUE = 8;
const MILLISECONDS_OF_A_MINUTE = 60_000;

/** The names of what is counted; a column of the file with such a name is found under `file.NAME`. */
const OWN_FIELDS: readonly string[] = [
  ...['id', 'source', 'domain', 'rounds', 'started', 'minutes'],
  ...['minutes to first reply', 'longest wait in minutes'],
];

const kept = new WeakMap<ReadDatabase, { readonly state: string; readonly fields: DialogueFields }>();

/**
 * The facts about all dialogues: where they come from, how long they are, and what their files said of them and of their
 * utterances. Reading is linear in what files said, so that they are kept, in memory and with the project, until dialogues
 * come or go.
 */
export function dialogueFields(database: ReadDatabase): DialogueFields {
  const state = fieldsState(database);
  const known = kept.get(database);
  if (known?.state === state) return known.fields;
  const columns = readDialogueColumns(database, state);
  const fields = columns ? withPlaces(columns) : readDialogueFields(database);
  kept.set(database, { state, fields });
  return fields;
}

/** What of the dialogues the fields were read from. */
export const fieldsState = (database: ReadDatabase): string =>
  `${versionOf(database, 'corpus_version')}/${corpusFingerprint(database)}`;

function withPlaces(columns: Pick<DialogueFields, 'dialogueIds' | 'fields'>): DialogueFields {
  const places = new Map(columns.dialogueIds.map((id, place) => [id, place]));
  return { ...columns, placeOf: (dialogue) => places.get(dialogue) ?? 0 };
}

function readDialogueFields(database: ReadDatabase): DialogueFields {
  const dialogueIds: DialogueId[] = [];
  const placeOf = new Map<DialogueId, number>();
  const own = OWN_FIELDS.map(createFieldBuilder);
  const [id, source, domain, rounds, started, minutes, firstReply, longestWait] = own as [
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
  const ofDialogues = eachRaw<[DialogueId, string, string, string, number, string | null]>(database)`
    SELECT d.id, d.external_id, s.name, d.domains, d.rounds, d.extra
    FROM dialogues d JOIN sources s ON s.id = d.source_id ORDER BY d.id`;
  for (const [dialogue, externalId, sourceName, domains, roundCount, extra] of ofDialogues) {
    const place = dialogueIds.length;
    dialogueIds.push(dialogue);
    placeOf.set(dialogue, place);
    id.add(place, externalId);
    source.add(place, sourceName);
    for (const value of textsOf(JSON.parse(domains))) domain.add(place, value);
    rounds.add(place, String(roundCount));
    if (extra !== null) told.add(place, extra);
  }
  for (const { dialogue, first, last, waits } of eachTiming(database)) {
    const place = placeOf.get(dialogue);
    if (place === undefined) continue;
    started.add(place, first);
    const lasted = Date.parse(last) - Date.parse(first);
    if (Number.isFinite(lasted)) minutes.add(place, minutesText(lasted));
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
    placeOf: (dialogue) => placeOf.get(dialogue) ?? 0,
    fields: [
      ...own.map((builder) => builder.finish(count)),
      ...ofFiles,
      ...said.finish(count).filter(({ name }) => !names.has(name)),
    ].filter(({ valueIds }) => valueIds.length > 0),
  };
}

const minutesText = (milliseconds: number): string => (milliseconds / MILLISECONDS_OF_A_MINUTE).toFixed(1);

interface Timed {
  readonly dialogue: DialogueId;
  first: string;
  last: string;
  /** From what the customer says to the answer, in milliseconds, one after the other. */
  readonly waits: number[];
  /** When the customer began to wait; not a number while nobody waits. */
  asked: number;
}

/** Dialogues with times, by id. */
function* eachTiming(database: ReadDatabase): IterableIterator<Timed> {
  const rounds = eachRaw<[DialogueId, number, string, string]>(database)`
    SELECT r.dialogue_id, r.role, min(u.time), max(u.time) FROM rounds r JOIN utterances u ON u.round_id = r.id
    WHERE u.time IS NOT NULL GROUP BY r.id ORDER BY r.dialogue_id, r.position`;
  let now: Timed | null = null;
  for (const [dialogue, role, begun, ended] of rounds) {
    if (now === null || dialogue !== now.dialogue) {
      if (now !== null) yield now;
      now = { dialogue, first: begun, last: ended, waits: [], asked: Number.NaN };
    }
    if (begun < now.first) now.first = begun;
    if (ended > now.last) now.last = ended;
    const at = Date.parse(begun);
    if (roleAt(role) === 'user') now.asked = Number.isNaN(now.asked) ? at : now.asked;
    else {
      if (at >= now.asked) now.waits.push(at - now.asked);
      now.asked = Number.NaN;
    }
  }
  if (now !== null) yield now;
}

/** Columns whose names come from JSON, as they come. */
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

/** A value, or the values of a list, as text; nothing of objects, and of what is too long to choose. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => (Array.isArray(item) ? [] : textsOf(item)));
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (!isPlain) return [];
  const text = String(value).trim();
  return text === '' || text.length > MOST_CHARACTERS ? [] : [text];
}
