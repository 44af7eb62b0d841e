import type { Role } from '#shared/domain/dialogue.ts';
import type { ImportedDialogue, ImportedUtterance } from '#shared/domain/imported-dialogue.ts';
import { leftOut, type SpeakerRoles } from '../conversations/speaker-roles.ts';
import { type DateOrder, parseTime } from '../conversations/time.ts';
import { labelsIn, type Piece } from '../conversations/voices.ts';
import type { CsvLayout } from '../csv/layout.ts';

import type { CsvRow, RowGroup } from '../csv/regroup.ts';
import type { ImportEvent } from '../reading/import-event.ts';
import { cleanText, type Tally } from '../reading/tally.ts';
import type { RowFields } from './columns.ts';
import type { ConversationSurvey } from './conversation-survey.ts';

const BAD_TIMES =
  'Times that cannot be read or lie outside 1970 to 2100: {count}, the first in line {line}. Those rows keep their place in the file, and the time as it was written.';
const NAIVE_TIMES = 'Times without a zone: {count}, the first in line {line}. They are read as UTC.';

/** Makes a dialogue of the rows of one conversation. */
export class ConversationBuilder {
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

  /** Null if everything in the rows is left out. */
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
    // The sort is stable, so rows of the same second keep the order of the file.
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

  /** Yields what was left out of rows with messages of several speakers. */
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

  /** @param isFirst true for a row's first message, to which its other columns belong */
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
