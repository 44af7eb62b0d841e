import type { ColumnMapInput } from '#shared/contract/corpus.ts';
import type { ImportedUtterance, Role } from '#shared/domain/dialogue.ts';
import { excerptOfValue, FormatError, quoted } from '../bytes/format-error.ts';
import { NAMES, plainName } from '../conversations/field-names.ts';
import {
  countLeftOut,
  decideRoles,
  labelsIn,
  type Piece,
  type SpeakerRole,
  type Voices,
  voicesOf,
} from '../conversations/speaker-roles.ts';
import { type DateOrder, DateSurvey, dateWarning, parseTime } from '../conversations/time.ts';
import type { JsonFormat } from '../format.ts';
import { domainList, idText, isRecord, itemsAt, valueAt, without, wordsOf } from '../json/fields.ts';
import { type JsonItem, readJsonRecords } from '../json/records.ts';
import { cleanText, type ImportEvent, type Reading, Tally } from '../reading/reading.ts';
import { RecordsByConversation } from '../reading/records-by-conversation.ts';
import { proposeMap, turnsOf } from './propose.ts';

const NO_WORDS = 'turns without words';
const NO_ID =
  'Dialogues without an id: {count}, the first in line {line}. Dialogram numbers these dialogues by their position in the file.';

interface FoundDialogue {
  readonly id: string | null;
  readonly place: string;
  readonly line: number;
  readonly record: unknown;
  readonly turns: readonly { readonly value: unknown; readonly line: number }[];
}

/** Reads any JSON by a mapping. The first of two passes finds the speakers and the order of dates. */
async function* readMappedJson(reading: Reading): AsyncGenerator<ImportEvent, void, undefined> {
  const { head, options, tally } = reading;
  const { map } = proposeMap(head, options.map);
  const voices = voicesOf(map);
  if (!voices)
    throw new FormatError(
      'MISSING_COLUMNS',
      head.path,
      `Dialogram does not recognize the text and the speaker in "${head.path}".`,
      'Use a mapping (--mapping FILE) to say where they are, such as {"turns":"log","text":"text","speaker":"author.type"}.',
    );
  const speakers = new Map<string, number>();
  const survey = new DateSurvey();
  for await (const found of dialoguesOf(half(reading, 0), map)) {
    if (!('turns' in found)) continue;
    let starts = 1;
    for (const [place, { value }] of found.turns.entries()) {
      const pieces = voices.pieces((path) => wordsOf(valueAt(value, path)), place);
      if (typeof pieces === 'string') continue;
      for (const { speaker } of pieces) {
        speakers.set(speaker, (speakers.get(speaker) ?? 0) + starts);
        starts = 0;
      }
      if (map.time !== undefined) survey.add(wordsOf(valueAt(value, map.time)) ?? '');
    }
  }
  const names = [...speakers.keys()];
  const { roles, kinds, warning } = decideRoles(
    Array.from(speakers, ([name, starts]) => ({ name, starts })),
    map.roles,
  );
  if (warning) yield { kind: 'warning', message: warning };
  const dates = survey.decide();
  const order = map.dates ?? dates.order;
  if (dates.guessed && !map.dates) yield { kind: 'warning', message: dateWarning(order) };
  const maker = dialogueMaker(map, voices, order, tally, (speaker, isStarter) => {
    const index = names.indexOf(speaker);
    const role = roles[index] ?? 'unknown';
    const kind = kinds[index] ?? null;
    return { role: role === 'starter' ? (isStarter ? 'user' : 'system') : role, kind };
  });
  let rejected = 0;
  for await (const found of dialoguesOf(half(reading, 1), map)) {
    if ('turns' in found) yield* maker.make(found);
    else {
      rejected += found.records;
      yield found;
    }
  }
  yield* maker.leftOut();
  yield { kind: 'end', records: rejected + maker.records() };
}

/** Only the second pass reports small problems, and each pass counts as half of the progress. */
function half(reading: Reading, pass: 0 | 1): Reading {
  const { options, head } = reading;
  return {
    ...reading,
    tally: pass === 0 ? new Tally() : reading.tally,
    options: {
      ...options,
      onProgress: ({ bytesRead, totalBytes }) =>
        options.onProgress?.({ bytesRead: Math.floor((pass * head.totalBytes + bytesRead) / 2), totalBytes }),
    },
  };
}

type Reject = Extract<JsonItem, { kind: 'reject' }>;

type Turn = FoundDialogue['turns'][number];

async function* dialoguesOf(
  reading: Reading,
  map: ColumnMapInput,
): AsyncGenerator<FoundDialogue | Reject, void, undefined> {
  const rows = new RecordsByConversation<Turn>(reading);
  try {
    yield* apartAndTogether(reading, map, rows);
  } finally {
    rows.close();
  }
}

async function* apartAndTogether(
  reading: Reading,
  map: ColumnMapInput,
  rows: RecordsByConversation<Turn>,
): AsyncGenerator<FoundDialogue | Reject, void, undefined> {
  for await (const item of readJsonRecords(reading)) {
    if (item.kind === 'reject') {
      yield item;
      continue;
    }
    const records = [...itemsAt(item.value, map.records ?? '')];
    for (const [index, { value: record, key }] of records.entries()) {
      const { line } = item;
      const place = map.records === undefined ? item.place : `${item.place}-${index + 1}`;
      const id = map.conversation === undefined ? null : idText(valueAt(record, map.conversation));
      if (map.turns !== undefined) {
        const turns = turnsOf(record, map.turns).map((value) => ({ value, line }));
        yield { id: id ?? key, place, line, record, turns };
      } else if (id === null) yield { id: key, place, line, record: null, turns: [{ value: record, line }] };
      else await rows.add(id, { value: record, line }, item.text.length / records.length);
    }
  }
  for await (const { id, records: turns } of rows.all())
    yield { id, place: id, line: turns[0]?.line ?? 1, record: null, turns };
}

type RoleOf = (
  speaker: string,
  isStarter: boolean,
) => { role: Exclude<SpeakerRole, 'starter'>; kind: ImportedUtterance['speakerKind'] | null };

function dialogueMaker(map: ColumnMapInput, voices: Voices, order: DateOrder, tally: Tally, roleOf: RoleOf) {
  const { time: timePath, labels = [] } = map;
  const lines = new Map<string, number>();
  const left = countLeftOut();
  const wordless = { line: 0, records: 0 };
  let records = 0;

  /** The other fields of a turn belong to its first message. */
  const utteranceOf = (
    { value, line }: Turn,
    { speaker, text }: Piece,
    side: Pick<ImportedUtterance, 'role' | 'speakerKind'>,
    isFirst: boolean,
  ): ImportedUtterance => {
    const written = timePath === undefined ? null : wordsOf(valueAt(value, timePath));
    const time = written === null ? null : parseTime(written, order);
    const acts = isFirst ? labels.flatMap((path) => labelsIn(valueAt(value, path))) : [];
    const taken = [...voices.fields, ...labels];
    if (time !== null && timePath !== undefined) taken.push(timePath);
    if (map.turns === undefined && map.conversation !== undefined) taken.push(map.conversation);
    return {
      ...side,
      speaker: cleanText(speaker, line, tally),
      text: cleanText(text, line, tally),
      time: time === null ? null : new Date(time.epochMs).toISOString(),
      line,
      acts: labels.length > 0 ? acts.map((act) => cleanText(act, line, tally)) : null,
      extra: isFirst && isRecord(value) ? without(value, taken) : null,
    };
  };

  function* make({ id, place: ownPlace, line, record, turns }: FoundDialogue): Generator<ImportEvent> {
    if (id === null) tally.add(NO_ID, line);
    const externalId = cleanText(id ?? ownPlace, line, tally);
    const first = lines.get(externalId);
    const rejects: ImportEvent[] = [];
    const utterances: ImportedUtterance[] = [];
    let starter: string | null = null;
    for (const [place, turn] of turns.entries()) {
      const pieces = voices.pieces((path) => wordsOf(valueAt(turn.value, path)), place);
      if (typeof pieces === 'string' || first !== undefined) {
        const reason =
          first === undefined
            ? `Turn ${place + 1} of ${quoted(externalId)} ${pieces as string}.`
            : `The id ${quoted(externalId)} is already used in line ${first}. Choose another field for the dialogue's id.`;
        const lost = typeof pieces === 'string' ? 1 : Math.max(1, pieces.length);
        const excerpt = excerptOfValue(turn.value);
        records += lost;
        rejects.push({ kind: 'reject', line: turn.line, reason, excerpt, records: lost });
        continue;
      }
      records += Math.max(1, pieces.length);
      if (pieces.length === 0 && wordless.records++ === 0) wordless.line = turn.line;
      for (const [index, piece] of pieces.entries()) {
        starter ??= piece.speaker;
        const { role, kind } = roleOf(piece.speaker, piece.speaker === starter);
        if (left.add(piece.speaker, role, turn.line)) continue;
        const side = { role: role as Role, ...(kind && { speakerKind: kind }) };
        utterances.push(utteranceOf(turn, piece, side, index === 0));
      }
    }
    if (first === undefined) lines.set(externalId, line);
    if (utterances.length > 0) {
      const under = map.turns === undefined ? turns[0]?.value : record;
      const found = map.domain === undefined ? [] : domainList(valueAt(under, map.domain));
      const taken = [map.turns ?? '', map.conversation, found.length > 0 ? map.domain : undefined];
      const paths = taken.filter((path) => path !== undefined);
      const domains = found.map((name) => cleanText(name, line, tally));
      const extra = isRecord(record) ? without(record, paths) : null;
      yield { kind: 'dialogue', dialogue: { externalId, domains, utterances, extra } };
    }
    yield* rejects;
  }

  return {
    make,
    records: () => records,
    *leftOut(): Generator<ImportEvent> {
      yield* left.events();
      if (wordless.records > 0) yield { kind: 'ignored', ...wordless, reason: NO_WORDS };
    },
  };
}

export const mappedJson: JsonFormat = {
  name: 'mapped-json',
  notation: 'json',
  expects: null,
  recognise: () => null,
  recogniseHead(head, told) {
    const { map, lists } = proposeMap(head, told);
    if (lists.length === 0 || voicesOf(map) === null || !(told || isLikely(map))) return null;
    return { confidence: 0.4, reason: reasonOf(map) };
  },
  propose: proposeMap,
  read: readMappedJson,
};

/** Returns true if a list is likely to be a dialogue. Without speakers, only its name can show this. */
function isLikely({ turns, conversation, speakers, text }: ColumnMapInput): boolean {
  if (turns === undefined && conversation === undefined && speakers?.by === undefined) return false;
  if (speakers?.by !== 'alternation') return true;
  return DIALOGUE.test(turns ?? '') && NAMES.text.includes(plainName(text ?? ''));
}

const DIALOGUE =
  /^(?:log|logs|turns|dialog|dialogue|messages|utterances|conversation|chat|transcript|thread)$/i;

function reasonOf({ turns, records, text, speaker, speakers, conversation }: ColumnMapInput): string {
  const where = turns !== undefined ? `"${turns}"` : records !== undefined ? `"${records}"` : 'its values';
  const words =
    speakers?.by === 'columns' ? speakers.columns.map(({ column }) => column).join('" and "') : text;
  const who =
    speaker !== undefined
      ? `"${speaker}" says who speaks`
      : speakers?.by === 'columns'
        ? 'one field for each side'
        : speakers?.by === 'prefix'
          ? 'a name before the text says who speaks'
          : 'nothing says who speaks';
  const id = conversation === undefined ? '' : `, "${conversation}" names the dialogue`;
  return `The format of this JSON is unknown. Its values suggest that the turns are in ${where}, with their text in "${words ?? ''}"; ${who}${id}.`;
}
