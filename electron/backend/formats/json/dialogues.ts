import type { ImportedUtterance, Role, SpeakerKind } from '#shared/domain/dialogue.ts';
import { excerptOf, excerptOfValue, quoted } from '../bytes/format-error.ts';
import { parseTime } from '../conversations/time.ts';
import type { JsonFormat } from '../format.ts';
import { cleanText, type ImportEvent, type Reading, type Tally } from '../reading/reading.ts';
import { domainList, exactNumber, extraFields, type Fields, idText, isRecord } from './fields.ts';
import { type JsonItem, readJsonRecords, wrappingOf } from './records.ts';

type JsonValue = Extract<JsonItem, { kind: 'value' }>;

export interface FoundTurn {
  readonly role: Role;
  readonly kind?: SpeakerKind;
  readonly speaker: string;
  readonly text: string;
  /** The time as in the file. If it is invalid, it stays with the turn. */
  readonly time?: unknown;
  readonly acts?: readonly string[] | null;
  readonly extra?: Fields | null;
  /** The turn's own line if known, otherwise the dialogue's. */
  readonly line?: number;
}

/**
 * A turn, a record that was left out deliberately, or a fault, as the rest of a sentence that begins with its place.
 */
export type FoundRecord =
  | FoundTurn
  | { readonly left: string }
  | { readonly fault: string; readonly value: unknown };

export interface FoundDialogue {
  readonly id: unknown;
  /** The field that `id` comes from, so that a long number keeps its digits. */
  readonly idField?: string;
  readonly domains?: unknown;
  readonly records: readonly FoundRecord[];
  readonly extra?: Fields | null;
}

interface DialogueShape<Beside> extends Pick<JsonFormat, 'name' | 'expects' | 'recognise'> {
  readonly record: string;
  /** Set if dialogues are never inside other values. */
  readonly wrapping?: 'values';
  /** Gives a dialogue that is not an object the form of one. */
  asFields?(value: unknown): Fields | null;
  /** Reads data about the dialogues from other files in the same folder. */
  readBeside?(reading: Reading): Promise<Beside>;
  find(value: Fields, item: JsonValue, tally: Tally, beside: Beside | undefined): FoundDialogue | null;
}

const NO_ID =
  'Dialogues without an id: {count}, the first in line {line}. Dialogram numbers these dialogues by their position in the file.';

/** A format of complete JSON dialogues: one per line, in an array, in an object keyed by id, or in lists. */
export function jsonDialogueFormat<Beside>(shape: DialogueShape<Beside>): JsonFormat {
  const { name, expects, recognise } = shape;
  return { name, notation: 'json', expects, recognise, read: (reading) => readDialogues(reading, shape) };
}

async function* readDialogues<Beside>(
  reading: Reading,
  shape: DialogueShape<Beside>,
): AsyncGenerator<ImportEvent, void, undefined> {
  const { tally, head } = reading;
  const firstLines = new Map<string, number>();
  const wrapping = shape.wrapping ?? wrappingOf(head, shape.recognise);
  const beside = await shape.readBeside?.(reading);
  let records = 0;
  for await (const item of readJsonRecords(reading, wrapping)) {
    if (item.kind === 'reject') {
      records += item.records;
      yield item;
      continue;
    }
    const { line } = item;
    const fields = isRecord(item.value) ? item.value : (shape.asFields?.(item.value) ?? null);
    const found = fields && shape.find(fields, item, tally, beside);
    records += Math.max(1, found?.records.length ?? 0);
    if (found) yield* eventsOf(found, item, { firstLines, tally, record: shape.record });
    else if (wrapping !== 'values' && item.key !== undefined) {
      yield { kind: 'ignored', line, records: 1, reason: `no dialogue, under the key ${quoted(item.key)}` };
    } else {
      const reason = `Line ${line} is not a dialogue in this format. Each dialogue must have ${shape.expects}.`;
      yield { kind: 'reject', line, reason, excerpt: excerptOf(item.text), records: 1 };
    }
  }
  yield { kind: 'end', records };
}

interface DialoguePlace {
  readonly firstLines: Map<string, number>;
  readonly tally: Tally;
  readonly record: string;
}

/** Returns the import events of a dialogue: the dialogue itself, the parts left out, and faults. */
export function eventsOf(
  found: FoundDialogue,
  item: Pick<JsonValue, 'line' | 'text' | 'place' | 'key'>,
  { firstLines, tally, record }: DialoguePlace,
): ImportEvent[] {
  const { line, text } = item;
  const externalId = idOf(found, item, tally);
  const reject = (reason: string, excerpt: string, records: number): ImportEvent => ({
    kind: 'reject',
    line,
    reason,
    excerpt,
    records,
  });
  const first = firstLines.get(externalId);
  if (first !== undefined) {
    const reason = `The id ${quoted(externalId)} is already used in line ${first}. Give the second dialogue another id.`;
    return [reject(reason, excerptOf(text), Math.max(1, found.records.length))];
  }
  firstLines.set(externalId, line);
  if (found.records.length === 0) {
    const reason = `The dialogue ${quoted(externalId)} has no ${record}s. Leave the dialogue out.`;
    return [reject(reason, excerptOf(text), 1)];
  }
  const events: ImportEvent[] = [];
  const utterances: ImportedUtterance[] = [];
  const turns: number[] = [];
  const left = new Map<string, number>();
  for (const [index, part] of found.records.entries()) {
    if ('left' in part) left.set(part.left, (left.get(part.left) ?? 0) + 1);
    else if ('fault' in part) {
      const place = `${record.replace(/^./, (letter) => letter.toUpperCase())} ${index + 1}`;
      const reason = `${place} of ${quoted(externalId)} ${part.fault}`;
      events.push(reject(reason, excerptOfValue(part.value), 1));
    } else {
      utterances.push(utteranceOf(part, part.line ?? line, tally));
      turns.push(index);
    }
  }
  for (const [reason, records] of left) events.push({ kind: 'ignored', line, records, reason });
  if (utterances.length > 0) {
    const domains = domainList(found.domains).map((domain) => cleanText(domain, line, tally));
    const extra = cleanExtra(found.extra, line, tally);
    events.unshift({ kind: 'dialogue', dialogue: { externalId, domains, utterances, extra }, turns });
  }
  return events;
}

function idOf(
  { id, idField }: FoundDialogue,
  { text, line, place, key }: Pick<JsonValue, 'line' | 'text' | 'place' | 'key'>,
  tally: Tally,
): string {
  const isLong = typeof id === 'number' && !Number.isSafeInteger(id);
  const written = isLong && idField !== undefined ? exactNumber(text, idField) : idText(id);
  if (written !== null) return cleanText(written, line, tally);
  tally.add(NO_ID, line);
  return cleanText(key === undefined ? place : `${key}-${place}`, line, tally);
}

function utteranceOf(found: FoundTurn, line: number, tally: Tally): ImportedUtterance {
  const { role, kind, speaker, acts, time } = found;
  const written = typeof time === 'string' || typeof time === 'number' ? String(time) : null;
  const parsed = written === null ? null : parseTime(written, 'dmy');
  const extra = cleanExtra(
    written !== null && !parsed ? { ...found.extra, time: written } : found.extra,
    line,
    tally,
  );
  return {
    role,
    ...(kind && { speakerKind: kind }),
    speaker: cleanText(speaker, line, tally),
    text: cleanText(found.text, line, tally),
    time: parsed ? new Date(parsed.epochMs).toISOString() : null,
    line,
    acts: acts?.map((act) => cleanText(act, line, tally)) ?? null,
    extra,
  };
}

const NOTHING: ReadonlySet<string> = new Set();

function cleanExtra(extra: Fields | null | undefined, line: number, tally: Tally): Fields | null {
  if (!extra) return null;
  const told = Object.fromEntries(Object.entries(extra).filter(([, value]) => value !== undefined));
  return extraFields(told, NOTHING, line, tally);
}
