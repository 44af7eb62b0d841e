import type { ImportedDialogue, ImportedUtterance, Role } from '#shared/domain/dialogue.ts';
import { type FullColumnPlaces, findColumns, requireColumns } from './columns.ts';
import { type CsvLayout, layoutOf } from './csv-layout.ts';
import { quoted } from './excerpt.ts';
import type { DateOrder, ImportEvent } from './format.ts';
import { wholeNumbers } from './number-column.ts';
import type { Reading } from './reading.ts';
import { type CsvRow, NO_GROUP, type RowGroup, regroup } from './regroup.ts';
import { RowSurvey } from './row-survey.ts';
import { decideRoles, type SpeakerRole } from './speaker-roles.ts';
import { cleanText, type Tally } from './tally.ts';
import { TextIndex } from './text-index.ts';
import { DateSurvey, parseTime } from './time.ts';

const BAD_TIMES =
  'Times that cannot be read or lie outside 1970 to 2100: {count}, the first in line {line}. Those rows keep their place in the file, and the time as it was written.';
const NAIVE_TIMES = 'Times without a zone: {count}, the first in line {line}. They are read as UTC.';

/**
 * Reads a CSV file with one row per utterance. The rows of a conversation may stand anywhere in it.
 * A record is a row. Two passes: the first learns which row belongs to which conversation, who the speakers are and
 * how dates are written; the second reads the texts, conversation by conversation.
 */
export async function* readLongCsv(reading: Reading): AsyncGenerator<ImportEvent, void, undefined> {
  const { head, options } = reading;
  const layout = layoutOf(head, options.delimiter);
  const places = requireColumns(
    head.path,
    layout.columns,
    findColumns(head.path, layout.columns, layout.sample, options.map),
  );
  const survey = new ConversationSurvey(places);
  yield* survey.rows.run(reading, layout, [places.conversation, places.speaker, places.text], (row) =>
    survey.take(row),
  );
  const { roles, warning } = decideRoles(survey.speakerCounts(), options.map?.roles);
  if (warning) yield { kind: 'warning', message: warning };
  yield* survey.leaveOut(roles);
  const dates = survey.dates.decide();
  const order = options.map?.dates ?? dates.order;
  if (dates.guessed && !options.map?.dates) yield { kind: 'warning', message: dateWarning(order) };

  const plan = {
    ...survey.plan(roles),
    lines: survey.rows.lines,
    bytes: survey.rows.bytes,
    checkpoints: survey.rows.checkpoints,
  };
  const builder = new DialogueBuilder(survey, layout, places, roles, order, reading.tally);
  for await (const group of regroup(reading, layout, plan)) {
    yield { kind: 'dialogue', dialogue: builder.build(group) };
  }
  yield { kind: 'end', records: survey.rows.records };
}

function dateWarning(order: DateOrder): string {
  const [read, other] = order === 'dmy' ? ['the day', 'mdy'] : ['the month', 'dmy'];
  return `Dates like 03/04/2024 are read with ${read} first, which the file does not settle. If that is wrong, say "dates":"${other}" in the map.`;
}

/** What the first pass learns. */
class ConversationSurvey {
  readonly rows = new RowSurvey();
  readonly dates = new DateSurvey();
  readonly conversations = new TextIndex();
  readonly speakers = new TextIndex();
  readonly #places: FullColumnPlaces;
  readonly #conversationOf = wholeNumbers();
  readonly #speakerOf = wholeNumbers();
  /** By conversation: who speaks in its first row. */
  readonly #starters = wholeNumbers();

  constructor(places: FullColumnPlaces) {
    this.#places = places;
  }

  take({ cells }: CsvRow): string | null {
    const conversation = cells[this.#places.conversation].trim();
    if (conversation === '') return 'names no conversation. Fill in the cell.';
    const speaker = cells[this.#places.speaker].trim();
    if (speaker === '') return 'names no speaker. Fill in the cell.';
    const speakerPlace = this.speakers.add(speaker);
    const place = this.conversations.add(conversation);
    if (place === this.#starters.length) this.#starters.push(speakerPlace);
    this.#conversationOf.push(place);
    this.#speakerOf.push(speakerPlace);
    if (this.#places.time !== null) this.dates.add(cells[this.#places.time] ?? '');
    return null;
  }

  speakerCounts(): { name: string; starts: number }[] {
    const starts = new Uint32Array(this.speakers.size);
    for (const speaker of this.#starters.values()) starts[speaker]++;
    return Array.from(starts, (count, speaker) => ({ name: this.speakers.text(speaker), starts: count }));
  }

  /** Says once for each speaker which rows are left out on purpose, and which for want of a role. */
  *leaveOut(roles: readonly SpeakerRole[]): Generator<ImportEvent, void, undefined> {
    const left = new Map<number, { line: number; records: number }>();
    const speakers = this.#speakerOf.values();
    for (let place = 0; place < speakers.length; place++) {
      const role = roles[speakers[place]];
      if (role !== 'ignored' && role !== 'unknown') continue;
      const entry = left.get(speakers[place]);
      if (entry) entry.records++;
      else left.set(speakers[place], { line: this.rows.lines[place], records: 1 });
    }
    for (const [speaker, { line, records }] of left) {
      const name = quoted(this.speakers.text(speaker));
      if (roles[speaker] === 'ignored') {
        yield { kind: 'ignored', line, records, reason: `rows of ${name}, whom the map leaves out` };
      } else {
        const reason = `${name} speaks in ${records} rows, the first is line ${line}, and is neither known as a customer nor as an agent. Say in the map: {"roles":{${name}:"system"}}.`;
        yield { kind: 'reject', line, reason, excerpt: this.speakers.text(speaker).slice(0, 200), records };
      }
    }
  }

  plan(roles: readonly SpeakerRole[]): { groups: Uint32Array; groupCount: number } {
    const speakers = this.#speakerOf.values();
    const groups = this.#conversationOf.values().map((conversation, place) => {
      const role = roles[speakers[place]];
      return role === 'ignored' || role === 'unknown' ? NO_GROUP : conversation;
    });
    return { groups, groupCount: this.conversations.size };
  }

  speakerAt(place: number): number {
    return this.#speakerOf.at(place);
  }

  starterOf(conversation: number): number {
    return this.#starters.at(conversation);
  }
}

/** Makes a dialogue of the rows of one conversation. */
class DialogueBuilder {
  readonly #survey: ConversationSurvey;
  readonly #layout: CsvLayout;
  readonly #places: FullColumnPlaces;
  readonly #roles: readonly SpeakerRole[];
  readonly #order: DateOrder;
  readonly #tally: Tally;
  readonly #others: readonly number[];

  constructor(
    survey: ConversationSurvey,
    layout: CsvLayout,
    places: FullColumnPlaces,
    roles: readonly SpeakerRole[],
    order: DateOrder,
    tally: Tally,
  ) {
    this.#survey = survey;
    this.#layout = layout;
    this.#places = places;
    this.#roles = roles;
    this.#order = order;
    this.#tally = tally;
    const taken = new Set<number | null>(Object.values(places));
    this.#others = Array.from(layout.columns.keys()).filter((place) => !taken.has(place));
  }

  build({ group, rows }: RowGroup): ImportedDialogue {
    const timed: { utterance: ImportedUtterance; sortMs: number }[] = [];
    const domains = new Set<string>();
    let lastMs = Number.NEGATIVE_INFINITY;
    for (const { place, row } of rows) {
      const epochMs = this.#timeOf(row);
      // A row without a time stays behind the row before it.
      lastMs = epochMs ?? lastMs;
      timed.push({ utterance: this.#utterance(group, place, row, epochMs), sortMs: lastMs });
      const domain = this.#places.domain === null ? '' : (row.cells[this.#places.domain] ?? '').trim();
      if (domain !== '') domains.add(cleanText(domain, row.line, this.#tally));
    }
    // The sort is stable, so rows of the same second keep the order of the file.
    timed.sort((one, other) => (one.sortMs < other.sortMs ? -1 : one.sortMs > other.sortMs ? 1 : 0));
    return {
      externalId: cleanText(this.#survey.conversations.text(group), rows[0].row.line, this.#tally),
      domains: [...domains],
      utterances: timed.map(({ utterance }) => utterance),
      extra: null,
    };
  }

  #utterance(group: number, place: number, row: CsvRow, epochMs: number | null): ImportedUtterance {
    const { cells, line } = row;
    const extra = this.#others
      .filter((other) => (cells[other] ?? '') !== '')
      .map((other) => [this.#layout.columns[other], cells[other]]);
    const { time } = this.#places;
    if (time !== null && epochMs === null && (cells[time] ?? '') !== '')
      extra.push([this.#layout.columns[time], cells[time]]);
    return {
      role: this.#roleOf(group, place),
      speaker: cleanText(cells[this.#places.speaker].trim(), line, this.#tally),
      text: cleanText(cells[this.#places.text], line, this.#tally),
      time: epochMs === null ? null : new Date(epochMs).toISOString(),
      line,
      acts: null,
      extra: extra.length > 0 ? Object.fromEntries(extra) : null,
    };
  }

  #roleOf(group: number, place: number): Role {
    const speaker = this.#survey.speakerAt(place);
    const role = this.#roles[speaker];
    if (role === 'starter') return speaker === this.#survey.starterOf(group) ? 'user' : 'system';
    return role === 'user' ? 'user' : 'system';
  }

  #timeOf(row: CsvRow): number | null {
    const text = this.#places.time === null ? '' : (row.cells[this.#places.time] ?? '').trim();
    if (text === '') return null;
    const time = parseTime(text, this.#order);
    if (!time) this.#tally.add(BAD_TIMES, row.line);
    else if (time.naive) this.#tally.add(NAIVE_TIMES, row.line);
    return time?.epochMs ?? null;
  }
}
