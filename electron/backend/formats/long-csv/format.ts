import type { ColumnMapInput } from '#shared/contract/corpus.ts';
import type { ImportedDialogue, ImportedUtterance, Role } from '#shared/domain/dialogue.ts';
import {
  decideRoles,
  labelsIn,
  leftOut,
  type Piece,
  type SpeakerRole,
  type SpeakerRoles,
} from '../conversations/speaker-roles.ts';
import { type DateOrder, DateSurvey, dateWarning, parseTime } from '../conversations/time.ts';
import { type CsvLayout, layoutOf, regularity } from '../csv/layout.ts';
import { type CsvRow, NO_GROUP, type RowGroup, regroup } from '../csv/regroup.ts';
import { RowSurvey, wholeNumbers } from '../csv/row-survey.ts';
import { TextIndex } from '../csv/text-index.ts';
import type { TableFormat } from '../format.ts';
import { cleanText, type ImportEvent, type Reading, type Tally } from '../reading/reading.ts';
import { completeMap, findColumns, missingParts, type RowFields, requireColumns } from './columns.ts';

class ConversationSurvey {
  readonly rows = new RowSurvey();
  readonly dates = new DateSurvey();
  readonly conversations = new TextIndex();
  readonly speakers = new TextIndex();
  readonly #fields: RowFields;
  readonly #conversationOf = wholeNumbers();
  readonly #speakerOf = wholeNumbers();
  /** One entry per conversation: who speaks in its first row. */
  readonly #starters = wholeNumbers();

  constructor(fields: RowFields) {
    this.#fields = fields;
  }

  take({ cells, line }: CsvRow): string | null {
    const { conversation: column, time } = this.#fields;
    const conversation = column === null ? `line-${line}` : (cells[column] ?? '').trim();
    if (conversation === '') return 'has no dialogue id. Fill in the cell.';
    const speaker = this.#speakerOfRow(cells);
    if (typeof speaker === 'string') return speaker;
    const index = this.conversations.add(conversation);
    if (index === this.#starters.length) this.#starters.push(speaker);
    this.#conversationOf.push(index);
    this.#speakerOf.push(speaker);
    if (time !== null) this.dates.add(cells[time] ?? '');
    return null;
  }

  #speakerOfRow(cells: readonly string[]): number | string {
    const { plain, voices, textAt } = this.#fields;
    if (plain !== null) {
      const speaker = (cells[plain.speaker] ?? '').trim();
      return speaker === '' ? 'has no speaker. Fill in the cell.' : this.speakers.add(speaker);
    }
    // If speakers alternate, both are counted here. Who speaks in this row is known only after sorting.
    const pieces = [0, 1].map((place) => voices.pieces(textAt(cells), place));
    const [first] = pieces;
    if (typeof first === 'string') return `${first}. Correct the cell.`;
    const [one] = pieces
      .flatMap((some) => (typeof some === 'string' ? [] : some))
      .map(({ speaker }) => this.speakers.add(speaker));
    return one ?? 'has no text. Fill in the cell.';
  }

  speakerCounts(): { name: string; starts: number }[] {
    const starts = new Uint32Array(this.speakers.size);
    for (const speaker of this.#starters.values()) starts[speaker]!++;
    return Array.from(starts, (count, speaker) => ({ name: this.speakers.text(speaker), starts: count }));
  }

  *leaveOut(roles: readonly SpeakerRole[]): Generator<ImportEvent, void, undefined> {
    // A row with several speakers is only partly left out, when it is split.
    if (this.#fields.voices.isMany) return;
    const left = new Map<number, { line: number; records: number }>();
    const speakers = this.#speakerOf.values();
    for (let index = 0; index < speakers.length; index++) {
      const role = roles[speakers[index]!];
      if (role !== 'ignored' && role !== 'unknown') continue;
      const entry = left.get(speakers[index]!);
      if (entry) entry.records++;
      else left.set(speakers[index]!, { line: this.rows.lines[index]!, records: 1 });
    }
    for (const [speaker, { line, records }] of left) {
      const role = roles[speaker] === 'ignored' ? 'ignored' : 'unknown';
      yield leftOut(this.speakers.text(speaker), role, line, records);
    }
  }

  plan(roles: readonly SpeakerRole[]): { groups: Uint32Array; groupCount: number } {
    const speakers = this.#speakerOf.values();
    const groups = this.#conversationOf.values().map((conversation, index) => {
      const role = roles[speakers[index]!];
      const isLeftOut = !this.#fields.voices.isMany && (role === 'ignored' || role === 'unknown');
      return isLeftOut ? NO_GROUP : conversation;
    });
    return { groups, groupCount: this.conversations.size };
  }

  starterOf(conversation: number): number {
    return this.#starters.at(conversation);
  }
}

const BAD_TIMES =
  'Times that cannot be read or are not between 1970 and 2100: {count}, the first in line {line}. These rows keep their order and the time as written.';
const NAIVE_TIMES =
  'Times without a time zone: {count}, the first in line {line}. These times are read as UTC.';

class ConversationBuilder {
  readonly #survey: ConversationSurvey;
  readonly #layout: CsvLayout;
  readonly #fields: RowFields;
  readonly #speakers: Pick<SpeakerRoles, 'roles' | 'kinds'>;
  readonly #order: DateOrder;
  readonly #tally: Tally;
  readonly #others: readonly number[];
  readonly #left = new Map<string, { role: 'ignored' | 'unknown'; line: number; records: number }>();
  /** The number of messages beyond one per row. */
  furtherRecords = 0;

  constructor(
    survey: ConversationSurvey,
    layout: CsvLayout,
    fields: RowFields,
    speakers: Pick<SpeakerRoles, 'roles' | 'kinds'>,
    order: DateOrder,
    tally: Tally,
  ) {
    this.#survey = survey;
    this.#layout = layout;
    this.#fields = fields;
    this.#speakers = speakers;
    this.#order = order;
    this.#tally = tally;
    const { conversation, time, domain, labels, voices } = fields;
    const said = voices.fields.map((name) => layout.columns.indexOf(name));
    const taken = new Set<number | null>([conversation, time, domain, ...labels, ...said]);
    this.#others = Array.from(layout.columns.keys()).filter((index) => !taken.has(index));
  }

  build({ group, rows }: RowGroup): ImportedDialogue | null {
    const timed: { row: CsvRow; epochMs: number | null; sortMs: number }[] = [];
    const domains = new Set<string>();
    let lastMs = Number.NEGATIVE_INFINITY;
    for (const { row } of rows) {
      const epochMs = this.#timeOf(row);
      // A row without a time stays after the row before it.
      lastMs = epochMs ?? lastMs;
      timed.push({ row, epochMs, sortMs: lastMs });
      const domain = this.#fields.domain === null ? '' : (row.cells[this.#fields.domain] ?? '').trim();
      if (domain !== '') domains.add(cleanText(domain, row.line, this.#tally));
    }
    // This sort is stable, so rows with the same second stay in file order.
    timed.sort((one, other) => (one.sortMs < other.sortMs ? -1 : one.sortMs > other.sortMs ? 1 : 0));
    const utterances = timed.flatMap(({ row, epochMs }, place) =>
      this.#utterances(group, row, epochMs, place),
    );
    if (utterances.length === 0) return null;
    return {
      externalId: cleanText(this.#survey.conversations.text(group), rows[0]?.row.line ?? 0, this.#tally),
      domains: [...domains],
      utterances,
      extra: null,
    };
  }

  *leftOut(): Generator<ImportEvent, void, undefined> {
    for (const [speaker, { role, line, records }] of this.#left) yield leftOut(speaker, role, line, records);
  }

  #utterances(group: number, row: CsvRow, epochMs: number | null, place: number): ImportedUtterance[] {
    const { plain, voices, textAt } = this.#fields;
    if (plain !== null) {
      const speaker = (row.cells[plain.speaker] ?? '').trim();
      return [this.#utterance(group, row, { speaker, text: row.cells[plain.text] ?? '' }, epochMs, true)];
    }
    const pieces = voices.pieces(textAt(row.cells), place);
    if (typeof pieces === 'string') return [];
    this.furtherRecords += pieces.length - 1;
    return pieces.flatMap((piece, index) => {
      const role = this.#speakers.roles[this.#survey.speakers.find(piece.speaker)];
      if (role !== 'ignored' && role !== 'unknown')
        return [this.#utterance(group, row, piece, epochMs, index === 0)];
      const entry = this.#left.get(piece.speaker);
      if (entry) entry.records++;
      else this.#left.set(piece.speaker, { role, line: row.line, records: 1 });
      return [];
    });
  }

  /** @param isFirst true for the first message of a row; the other columns belong to it */
  #utterance(
    group: number,
    { cells, line }: CsvRow,
    { speaker, text }: Piece,
    epochMs: number | null,
    isFirst: boolean,
  ): ImportedUtterance {
    const { time, labels } = this.#fields;
    const extra = this.#others
      .filter((other) => isFirst && (cells[other] ?? '') !== '')
      .map((other) => [this.#layout.columns[other], cells[other]]);
    if (time !== null && epochMs === null && (cells[time] ?? '') !== '')
      extra.push([this.#layout.columns[time], cells[time]]);
    const index = this.#survey.speakers.find(speaker);
    const kind = this.#speakers.kinds[index];
    const acts = isFirst ? labels.flatMap((label) => labelsIn(cells[label] ?? '')) : [];
    return {
      role: this.#roleOf(group, index),
      ...(kind && { speakerKind: kind }),
      speaker: cleanText(speaker, line, this.#tally),
      text: cleanText(text, line, this.#tally),
      time: epochMs === null ? null : new Date(epochMs).toISOString(),
      line,
      acts: labels.length > 0 ? acts.map((act) => cleanText(act, line, this.#tally)) : null,
      extra: extra.length > 0 ? Object.fromEntries(extra) : null,
    };
  }

  #roleOf(group: number, speaker: number): Role {
    const role = this.#speakers.roles[speaker];
    if (role === 'starter') return speaker === this.#survey.starterOf(group) ? 'user' : 'system';
    return role === 'user' ? 'user' : 'system';
  }

  #timeOf(row: CsvRow): number | null {
    const text = this.#fields.time === null ? '' : (row.cells[this.#fields.time] ?? '').trim();
    if (text === '') return null;
    const time = parseTime(text, this.#order);
    if (!time) this.#tally.add(BAD_TIMES, row.line);
    else if (time.naive) this.#tally.add(NAIVE_TIMES, row.line);
    return time?.epochMs ?? null;
  }
}

/**
 * Reads a CSV with one row per message, in any order. The first pass finds conversations, speakers and the order of
 * dates; the second reads the texts.
 */
async function* readLongCsv(reading: Reading): AsyncGenerator<ImportEvent, void, undefined> {
  const { head, options } = reading;
  const layout = layoutOf(head, options.delimiter);
  const map = completeMap(layout, options.map);
  const fields = requireColumns(layout, map);
  const survey = new ConversationSurvey(fields);
  yield* survey.rows.run(reading, layout, fields.required, (row) => survey.take(row));
  const { roles, kinds, warning } = decideRoles(survey.speakerCounts(), map.roles);
  if (warning) yield { kind: 'warning', message: warning };
  yield* survey.leaveOut(roles);
  const dates = survey.dates.decide();
  const order = map.dates ?? dates.order;
  if (dates.guessed && !map.dates) yield { kind: 'warning', message: dateWarning(order) };

  const plan = {
    ...survey.plan(roles),
    lines: survey.rows.lines,
    bytes: survey.rows.bytes,
    checkpoints: survey.rows.checkpoints,
  };
  const builder = new ConversationBuilder(survey, layout, fields, { roles, kinds }, order, reading.tally);
  for await (const group of regroup(reading, layout, plan)) {
    const dialogue = builder.build(group);
    if (dialogue) yield { kind: 'dialogue', dialogue };
  }
  yield* builder.leftOut();
  yield { kind: 'end', records: survey.rows.records + builder.furtherRecords };
}

/** If fewer rows than this have the same width and no column is known, the file is prose with commas. */
const PROSE_REGULARITY = 0.8;

export const longCsv: TableFormat = {
  name: 'long-csv',
  notation: 'table',
  /** The confidence is low if some columns cannot be guessed, because a person can assign them. */
  recognise(layout, isChosen) {
    const map = completeMap(layout, null);
    const missing = missingParts(map);
    if (missing.length === 0)
      return { confidence: 0.9, reason: 'Each row of the table has a dialogue, a speaker and a text.' };
    const nothingKnown = Object.values(findColumns(layout, null)).every((index) => index === null);
    if (!isChosen && nothingKnown && regularity(layout) < PROSE_REGULARITY) return null;
    return {
      confidence: 0.3,
      reason: `A table, but columns are missing or not recognized: ${missing.join(', ')}.`,
    };
  },
  columnMap: (layout, map) => completeMap(layout, knownNames(map, layout.columns)),
  read: readLongCsv,
};

/** Returns the map without names that the file lacks. Reading the file reports them. */
function knownNames(map: ColumnMapInput | null, columns: readonly string[]): ColumnMapInput | null {
  if (!map) return null;
  const { roles, dates, speakers, labels, ...columnsOf } = map;
  return {
    ...Object.fromEntries(Object.entries(columnsOf).filter(([, name]) => columns.includes(name))),
    ...(speakers && { speakers }),
    ...(labels && { labels: labels.filter((name) => columns.includes(name)) }),
    ...(roles && { roles }),
    ...(dates && { dates }),
  };
}
