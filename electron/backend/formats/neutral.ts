import type { ImportedDialogue, ImportedUtterance } from '#shared/domain/dialogue.ts';
import { excerptOf, excerptOfValue, quoted } from './excerpt.ts';
import { domainList, exactNumber, extraFields, idText, isRecord, roleOfWord } from './fields.ts';
import type { ImportEvent } from './format.ts';
import { type JsonItem, readJsonRecords } from './json-records.ts';
import type { Reading } from './reading.ts';
import { cleanText, type Tally } from './tally.ts';

type JsonValue = Extract<JsonItem, { kind: 'value' }>;
type Reject = Extract<ImportEvent, { kind: 'reject' }>;

const DIALOGUE_FIELDS: ReadonlySet<string> = new Set(['id', 'domain', 'turns']);
const TURN_FIELDS: ReadonlySet<string> = new Set(['speaker', 'text', 'acts']);

const NO_ID =
  'Dialogues without an id: {count}, the first in line {line}. They are called by their line, as in "line-{line}".';
const BAD_ACTS =
  'Turns whose "acts" is not a list of names: {count}, the first in line {line}. It is kept, but not as acts.';

/**
 * Reads neutral JSON Lines: `{"id","domain":[…],"turns":[{"speaker","text","acts"?,…}]}`, one dialogue a line.
 * A record is a turn; a line without turns, or without JSON, is one record.
 */
export async function* readNeutral(reading: Reading): AsyncGenerator<ImportEvent, void, undefined> {
  const firstLines = new Map<string, number>();
  let records = 0;
  for await (const item of readJsonRecords(reading)) {
    if (item.kind === 'reject') {
      records += item.records;
      yield item;
      continue;
    }
    const turns = isRecord(item.value) && Array.isArray(item.value.turns) ? item.value.turns : [];
    records += Math.max(1, turns.length);
    yield* readDialogue(item, firstLines, reading.tally);
  }
  yield { kind: 'end', records };
}

function readDialogue(item: JsonValue, firstLines: Map<string, number>, tally: Tally): ImportEvent[] {
  const { value, line, text } = item;
  const reject = (reason: string, records: number): ImportEvent[] => [
    { kind: 'reject', line, reason, excerpt: excerptOf(text), records },
  ];
  if (!isRecord(value) || !Array.isArray(value.turns)) {
    return reject(
      `Line ${line} has no list "turns". Each line must be {"id", "domain", "turns": [{"speaker", "text"}]}.`,
      1,
    );
  }
  const turns: readonly unknown[] = value.turns;
  const records = Math.max(1, turns.length);
  const externalId = dialogueId(item, value, tally);
  const first = firstLines.get(externalId);
  if (first !== undefined) {
    return reject(
      `The id ${quoted(externalId)} already stands in line ${first}. Give the second dialogue another id.`,
      records,
    );
  }
  firstLines.set(externalId, line);
  if (turns.length === 0)
    return reject(`The dialogue ${quoted(externalId)} has no turns. Leave the line out.`, 1);

  const utterances: ImportedUtterance[] = [];
  const events: ImportEvent[] = [];
  for (let index = 0; index < turns.length; index++) {
    const read = readTurn(turns[index], { line, place: `Turn ${index + 1} of ${quoted(externalId)}`, tally });
    if ('kind' in read) events.push(read);
    else utterances.push(read);
  }
  if (utterances.length > 0) {
    const domains = domainList(value.domain).map((domain) => cleanText(domain, line, tally));
    const taken = domains.length > 0 ? DIALOGUE_FIELDS : NO_DOMAIN_FIELDS;
    const dialogue: ImportedDialogue = {
      externalId,
      domains,
      utterances,
      extra: extraFields(value, taken, line, tally),
    };
    events.unshift({ kind: 'dialogue', dialogue });
  }
  return events;
}

/** A domain that is no name and no list of names stays among the other fields. */
const NO_DOMAIN_FIELDS: ReadonlySet<string> = new Set(['id', 'turns']);

function dialogueId(item: JsonValue, value: Readonly<Record<string, unknown>>, tally: Tally): string {
  const { line } = item;
  const id = value.id;
  const written = typeof id === 'number' && !Number.isSafeInteger(id) ? exactNumber(item.text, 'id') : null;
  const text = written ?? idText(id);
  if (text !== null) return cleanText(text, line, tally);
  tally.add(NO_ID, line);
  return `line-${line}`;
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
  if (typeof turn.text !== 'string') return reject(`${place} has no "text". Give it one; it may be empty.`);
  if (typeof turn.speaker !== 'string') return reject(`${place} has no "speaker". Write "user" or "system".`);
  const role = roleOfWord(turn.speaker);
  if (role !== 'user' && role !== 'system') {
    return reject(`${place} has the speaker ${quoted(turn.speaker)}. Write "user" or "system".`);
  }
  const acts = readActs(turn.acts, line, tally);
  return {
    role,
    speaker: cleanText(turn.speaker, line, tally),
    text: cleanText(turn.text, line, tally),
    time: null,
    line,
    acts: acts.labels,
    extra: extraFields(turn, acts.taken ? TURN_FIELDS : TURN_FIELDS_WITHOUT_ACTS, line, tally),
  };
}

const TURN_FIELDS_WITHOUT_ACTS: ReadonlySet<string> = new Set(['speaker', 'text']);

function readActs(acts: unknown, line: number, tally: Tally): { labels: string[] | null; taken: boolean } {
  if (acts === undefined || acts === null) return { labels: null, taken: true };
  const list = typeof acts === 'string' ? [acts] : acts;
  if (Array.isArray(list) && list.every((act): act is string => typeof act === 'string')) {
    return { labels: list.map((act) => cleanText(act, line, tally)), taken: true };
  }
  tally.add(BAD_ACTS, line);
  return { labels: null, taken: false };
}
