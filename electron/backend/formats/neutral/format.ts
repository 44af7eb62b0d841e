import type { ImportedDialogue, ImportedUtterance } from '#shared/domain/dialogue.ts';
import { excerptOf, excerptOfValue, quoted } from '../bytes/format-error.ts';
import { roleOfWord } from '../conversations/speaker-roles.ts';
import { parseTime } from '../conversations/time.ts';
import type { JsonFormat } from '../format.ts';
import { domainList, exactNumber, extraFields, idText, isRecord, listUnder } from '../json/fields.ts';
import { type JsonItem, readJsonRecords } from '../json/records.ts';
import { cleanText, type ImportEvent, type Reading, type Tally } from '../reading/reading.ts';

/** Keys of the list of turns in the neutral form and in similar forms. */
const TURN_KEYS = ['turns', 'utterances'] as const;

type JsonValue = Extract<JsonItem, { kind: 'value' }>;
type Reject = Extract<ImportEvent, { kind: 'reject' }>;

/** The neutral form has `id` and `text`. The corpora that it comes from (SGD, Taskmaster) have the others. */
const ID_FIELDS = ['id', 'dialogue_id', 'conversation_id'] as const;
const TEXT_FIELDS = ['text', 'utterance'] as const;

const NO_ID =
  'Dialogues without an id: {count}, the first in line {line}. Dialogram numbers these dialogues by their position in the file.';
const BAD_ACTS =
  'Turns whose "acts" is not a list of names: {count}, the first in line {line}. The values are kept, but not as acts.';

/** Reads neutral JSON Lines: `{"id","domain":[…],"turns":[{"speaker","text","acts"?,…}]}`. A record is a turn. */
async function* readNeutral(reading: Reading): AsyncGenerator<ImportEvent, void, undefined> {
  const firstLines = new Map<string, number>();
  let records = 0;
  for await (const item of readJsonRecords(reading)) {
    if (item.kind === 'reject') {
      records += item.records;
      yield item;
      continue;
    }
    const turns = listUnder(item.value, TURN_KEYS);
    records += Math.max(1, turns?.list.length ?? 0);
    yield* readDialogue(item, turns, firstLines, reading.tally);
  }
  yield { kind: 'end', records };
}

function readDialogue(
  item: JsonValue,
  found: ReturnType<typeof listUnder>,
  firstLines: Map<string, number>,
  tally: Tally,
): ImportEvent[] {
  const { value, line, text } = item;
  const reject = (reason: string, records: number): ImportEvent[] => [
    { kind: 'reject', line, reason, excerpt: excerptOf(text), records },
  ];
  if (!isRecord(value) || !found) {
    return reject(
      `Line ${line} has no list "turns". Each line must be {"id", "domain", "turns": [{"speaker", "text"}]}.`,
      1,
    );
  }
  const { key: list, list: turns } = found;
  const records = Math.max(1, turns.length);
  const idField = ID_FIELDS.find((field) => idText(value[field]) !== null);
  const externalId = dialogueId(item, value, idField, tally);
  const first = firstLines.get(externalId);
  if (first !== undefined) {
    return reject(
      `The id ${quoted(externalId)} is already used in line ${first}. Give the second dialogue another id.`,
      records,
    );
  }
  firstLines.set(externalId, line);
  if (turns.length === 0)
    return reject(`The dialogue ${quoted(externalId)} has no turns. Leave the line out.`, 1);

  const utterances: ImportedUtterance[] = [];
  const kept: number[] = [];
  const events: ImportEvent[] = [];
  for (const [index, turn] of turns.entries()) {
    const read = readTurn(turn, { line, place: `Turn ${index + 1} of ${quoted(externalId)}`, tally });
    if ('kind' in read) events.push(read);
    else {
      utterances.push(read);
      kept.push(index);
    }
  }
  if (utterances.length > 0) {
    const domains = domainList(value.domain).map((domain) => cleanText(domain, line, tally));
    // If the domain is neither a name nor a list, it stays among the other fields.
    const taken = new Set([idField, list, domains.length > 0 ? 'domain' : undefined]);
    const dialogue: ImportedDialogue = {
      externalId,
      domains,
      utterances,
      extra: extraFields(value, taken, line, tally),
    };
    events.unshift({ kind: 'dialogue', dialogue, turns: kept });
  }
  return events;
}

function dialogueId(
  item: JsonValue,
  value: Readonly<Record<string, unknown>>,
  field: string | undefined,
  tally: Tally,
): string {
  const { line } = item;
  if (field === undefined) {
    tally.add(NO_ID, line);
    return item.place;
  }
  const id = value[field];
  const written = typeof id === 'number' && !Number.isSafeInteger(id) ? exactNumber(item.text, field) : null;
  return cleanText(written ?? idText(id) ?? '', line, tally);
}

interface TurnPlace {
  readonly line: number;
  readonly place: string;
  readonly tally: Tally;
}

function readTurn(turn: unknown, { line, place, tally }: TurnPlace): ImportedUtterance | Reject {
  const reject = (reason: string): Reject => ({
    kind: 'reject',
    line,
    reason,
    excerpt: excerptOfValue(turn),
    records: 1,
  });
  if (!isRecord(turn)) return reject(`${place} is not an object. A turn must be {"speaker", "text"}.`);
  const textField = TEXT_FIELDS.find((field) => typeof turn[field] === 'string');
  if (!textField) return reject(`${place} has no "text". Add "text". It can be empty.`);
  if (typeof turn.speaker !== 'string') return reject(`${place} has no "speaker". Write "user" or "system".`);
  const role = roleOfWord(turn.speaker);
  if (role !== 'user' && role !== 'system') {
    return reject(`${place} has the speaker ${quoted(turn.speaker)}. Write "user" or "system".`);
  }
  const acts = readActs(turn.acts, line, tally);
  const time = typeof turn.time === 'string' ? parseTime(turn.time, 'dmy') : null;
  return {
    role,
    speaker: cleanText(turn.speaker, line, tally),
    text: cleanText(turn[textField] as string, line, tally),
    time: time ? new Date(time.epochMs).toISOString() : null,
    line,
    acts: acts.labels,
    extra: extraFields(
      turn,
      new Set(['speaker', textField, acts.taken ? 'acts' : undefined, time === null ? undefined : 'time']),
      line,
      tally,
    ),
  };
}

function readActs(acts: unknown, line: number, tally: Tally): { labels: string[] | null; taken: boolean } {
  if (acts === undefined || acts === null) return { labels: null, taken: true };
  const list = typeof acts === 'string' ? [acts] : acts;
  if (Array.isArray(list) && list.every((act): act is string => typeof act === 'string')) {
    return { labels: list.map((act) => cleanText(act, line, tally)), taken: true };
  }
  tally.add(BAD_ACTS, line);
  return { labels: null, taken: false };
}

export const neutral: JsonFormat = {
  name: 'neutral',
  notation: 'json',
  expects: '"turns" with "speaker" and "text"',
  recognise(value) {
    const turns = listUnder(value, TURN_KEYS);
    if (!turns) return null;
    // Other formats also have such a list, but with other fields.
    const [first] = turns.list;
    const isOwn = turns.list.length === 0 || (isRecord(first) && typeof first.text === 'string');
    return {
      confidence: isOwn ? (turns.key === 'turns' ? 1 : 0.9) : 0.6,
      reason: `Each object has a list "${turns.key}".`,
    };
  },
  read: readNeutral,
};
