import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { roleOfKind, type SpeakerKind } from '#shared/domain/dialogue.ts';
import { excerptOf, excerptOfValue } from '../bytes/format-error.ts';
import { readHead } from '../bytes/head.ts';
import { parseTime } from '../conversations/time.ts';
import type { JsonFormat } from '../format.ts';
import { type ImportEvent, type Reading, readingOf } from '../reading/reading.ts';
import { RecordsByConversation } from '../reading/records-by-conversation.ts';
import { eventsOf, type FoundRecord, type FoundTurn } from './dialogues.ts';
import { type Fields, isRecord } from './fields.ts';
import { type JsonItem, readJsonRecords, wrappingOf } from './records.ts';

export interface AuthoredTurn extends Omit<FoundTurn, 'role' | 'line'> {
  readonly author: string;
}

export type RecordPart =
  | { readonly conversation: string; readonly turn: AuthoredTurn }
  | {
      readonly conversation: string;
      readonly about: Fields;
      readonly domains?: unknown;
      /** Who made the request, and so is the customer. */
      readonly requester?: string | null;
      readonly opening?: AuthoredTurn | null;
    }
  | { readonly person: string; readonly name: string | null; readonly kind: SpeakerKind | null }
  | { readonly left: string; readonly conversation?: string }
  | { readonly fault: string; readonly value: unknown };

/** Reads the objects of a list; other values are faults. */
export const partsOf = (
  list: readonly unknown[],
  what: string,
  read: (part: Fields) => RecordPart,
): RecordPart[] =>
  list.map((part) =>
    isRecord(part) ? read(part) : { fault: `has a ${what} that is not an object.`, value: part },
  );

interface GroupShape extends Pick<JsonFormat, 'name' | 'expects' | 'recognise'> {
  take(value: Fields, item: Extract<JsonItem, { kind: 'value' }>): readonly RecordPart[] | null;
  /** Matches the names of companion files, which have people and the subjects of conversations. */
  readonly beside?: RegExp;
}

type Person = Extract<RecordPart, { person: string }>;
type ConversationPart = Extract<RecordPart, { turn: AuthoredTurn } | { about: Fields }>;

interface KeptPart {
  readonly part: ConversationPart;
  /** The record's line in this file; null in a companion file. */
  readonly line: number | null;
}

interface Conversation {
  readonly line: number;
  readonly turns: (AuthoredTurn & { readonly line: number })[];
  about: Fields;
  domains?: unknown;
  requester: string | null;
  opening: (AuthoredTurn & { readonly line: number }) | null;
  readonly aboutLines: number[];
}

const ABOUT_LEFT = 'data about dialogues (kept with them)';
const PEOPLE_LEFT = 'people (their names and roles are used)';
const MORE_FILES = 20;

/**
 * A format of separate records, which are grouped by conversation and sorted by time. The user is a known customer, the
 * requester, or whoever began.
 */
export function groupedJsonFormat(shape: GroupShape): JsonFormat {
  const { name, expects, recognise } = shape;
  return { name, notation: 'json', expects, recognise, read: (reading) => readGrouped(reading, shape) };
}

async function* readGrouped(
  reading: Reading,
  shape: GroupShape,
): AsyncGenerator<ImportEvent, void, undefined> {
  const groups = new Groups(reading);
  try {
    yield* groupedEvents(reading, shape, groups);
  } finally {
    groups.parts.close();
  }
}

async function* groupedEvents(
  reading: Reading,
  shape: GroupShape,
  groups: Groups,
): AsyncGenerator<ImportEvent, void, undefined> {
  const { tally, head } = reading;
  const left = new Map<string, { line: number; records: number }>();
  const leave = (reason: string, line: number): void => {
    const entry = left.get(reason);
    if (entry) entry.records++;
    else left.set(reason, { line, records: 1 });
  };
  let records = 0;
  for await (const item of readJsonRecords(reading, wrappingOf(head, shape.recognise))) {
    if (item.kind === 'reject') {
      records += item.records;
      yield item;
      continue;
    }
    const { line } = item;
    const taken = isRecord(item.value) ? shape.take(item.value, item) : null;
    records += Math.max(1, taken?.length ?? 0);
    if (!taken) {
      const reason = `Line ${line} is not a record in this format. Each record must have ${shape.expects}.`;
      yield { kind: 'reject', line, reason, excerpt: excerptOf(item.text), records: 1 };
    } else if (taken.length === 0) leave('records without words', line);
    for (const part of taken ?? []) {
      if ('left' in part) leave(part.left, line);
      else if ('fault' in part) {
        const reason = `Line ${line} ${part.fault}`;
        yield { kind: 'reject', line, reason, excerpt: excerptOfValue(part.value), records: 1 };
      } else await groups.add(part, line, item.text.length / (taken?.length ?? 1));
    }
  }
  await readBeside(reading, shape, groups);
  for (const line of groups.people) leave(PEOPLE_LEFT, line);
  const place = { firstLines: new Map<string, number>(), tally, record: 'message' };
  for await (const { id, records: parts } of groups.parts.all()) {
    const conversation = conversationOf(parts);
    const turns = turnsOf(conversation, groups.persons);
    for (const line of leftOf(conversation)) leave(ABOUT_LEFT, line);
    if (turns.length === 0) continue;
    const { line, about, domains } = conversation;
    yield* eventsOf({ id, domains, extra: about, records: turns }, { line, text: '', place: '' }, place);
  }
  for (const [reason, { line, records: count }] of left)
    yield { kind: 'ignored', line, records: count, reason };
  yield { kind: 'end', records };
}

async function readBeside({ head, options }: Reading, shape: GroupShape, groups: Groups): Promise<void> {
  if (!shape.beside) return;
  const folder = dirname(head.path);
  const names = await readdir(folder).catch(() => []);
  const wanted = names.filter((name) => shape.beside?.test(name) && name !== basename(head.path));
  for (const name of wanted.toSorted().slice(0, MORE_FILES)) {
    try {
      const other = await readHead(join(folder, name), options.signal);
      const reading = readingOf(other, { ...options, onProgress: undefined });
      for await (const item of readJsonRecords(reading, wrappingOf(other, shape.recognise))) {
        if (item.kind === 'reject' || !isRecord(item.value)) continue;
        for (const part of shape.take(item.value, item) ?? []) await groups.learn(part, item.text.length);
      }
    } catch (error) {
      options.signal.throwIfAborted();
      // If a companion file cannot be read, only names are missing.
      if (!(error instanceof Error)) throw error;
    }
  }
}

class Groups {
  readonly parts: RecordsByConversation<KeptPart>;
  readonly persons = new Map<string, { readonly name: string | null; readonly kind: SpeakerKind | null }>();
  readonly people: number[] = [];

  constructor(reading: Reading) {
    this.parts = new RecordsByConversation(reading);
  }

  async add(part: Person | ConversationPart, line: number, textBytes: number): Promise<void> {
    if ('person' in part) {
      this.people.push(line);
      this.#meet(part);
    } else await this.parts.add(part.conversation, { part, line }, textBytes);
  }

  async learn(part: RecordPart, textBytes: number): Promise<void> {
    if ('person' in part) this.#meet(part);
    if ('about' in part && this.parts.has(part.conversation))
      await this.parts.add(part.conversation, { part, line: null }, textBytes);
  }

  #meet({ person, name, kind }: Person): void {
    this.persons.set(person, { name, kind });
  }
}

function conversationOf(parts: readonly KeptPart[]): Conversation {
  const conversation: Conversation = {
    line: parts[0]?.line ?? 0,
    turns: [],
    about: {},
    requester: null,
    opening: null,
    aboutLines: [],
  };
  for (const { part, line } of parts) {
    if ('turn' in part) {
      conversation.turns.push({ ...part.turn, line: line ?? 0 });
      continue;
    }
    if (line !== null) {
      conversation.opening ??= part.opening ? { ...part.opening, line } : null;
      conversation.aboutLines.push(line);
    }
    conversation.about = { ...conversation.about, ...part.about };
    conversation.domains ??= part.domains;
    conversation.requester ??= part.requester ?? null;
  }
  return conversation;
}

/** Returns the lines of a conversation without turns, except for the line that opened it. */
function leftOf({ turns, opening, aboutLines }: Conversation): readonly number[] {
  return turns.length === 0 && opening ? aboutLines.slice(1) : aboutLines;
}

function turnsOf(
  { turns, opening, requester }: Conversation,
  persons: Groups['persons'],
): (FoundRecord & FoundTurn)[] {
  let lastMs = Number.NEGATIVE_INFINITY;
  const timed = (turns.length > 0 ? turns : opening ? [opening] : []).map((turn) => {
    const { time } = turn;
    const parsed =
      typeof time === 'string' || typeof time === 'number' ? parseTime(String(time), 'dmy') : null;
    // A record without a time stays after the one before it.
    lastMs = parsed?.epochMs ?? lastMs;
    return { turn, sortMs: lastMs };
  });
  timed.sort((one, other) => (one.sortMs < other.sortMs ? -1 : one.sortMs > other.sortMs ? 1 : 0));
  const asker = requester ?? timed[0]?.turn.author;
  return timed.map(({ turn: { author, ...turn } }) => {
    const person = persons.get(author);
    const kind = turn.kind ?? person?.kind ?? (author === asker ? 'customer' : 'agent');
    return { ...turn, kind, role: roleOfKind(kind), speaker: person?.name ?? turn.speaker };
  });
}
