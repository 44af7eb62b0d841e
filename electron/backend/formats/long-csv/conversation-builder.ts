import type { Role } from '#shared/domain/dialogue.ts';
import type { ImportedDialogue, ImportedUtterance } from '#shared/domain/imported-dialogue.ts';
import type { SpeakerRoles } from '../conversations/speaker-roles.ts';
import { type DateOrder, parseTime } from '../conversations/time.ts';
import type { CsvLayout } from '../csv/layout.ts';

import type { CsvRow, RowGroup } from '../csv/regroup.ts';
import { cleanText, type Tally } from '../reading/tally.ts';
import type { FullFieldIndexes } from './columns.ts';
import type { ConversationSurvey } from './conversation-survey.ts';

const BAD_TIMES =
  'Times that cannot be read or lie outside 1970 to 2100: {count}, the first in line {line}. Those rows keep their place in the file, and the time as it was written.';
const NAIVE_TIMES = 'Times without a zone: {count}, the first in line {line}. They are read as UTC.';

/** Makes a dialogue of the rows of one conversation. */
export class ConversationBuilder {
  readonly #survey: ConversationSurvey;
  readonly #layout: CsvLayout;
  readonly #fields: FullFieldIndexes;
  readonly #speakers: Pick<SpeakerRoles, 'roles' | 'kinds'>;
  readonly #order: DateOrder;
  readonly #tally: Tally;
  readonly #others: readonly number[];

  constructor(
    survey: ConversationSurvey,
    layout: CsvLayout,
    fields: FullFieldIndexes,
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
    const taken = new Set<number | null>(Object.values(fields));
    this.#others = Array.from(layout.columns.keys()).filter((index) => !taken.has(index));
  }

  build({ group, rows }: RowGroup): ImportedDialogue {
    const timed: { utterance: ImportedUtterance; sortMs: number }[] = [];
    const domains = new Set<string>();
    let lastMs = Number.NEGATIVE_INFINITY;
    for (const { index, row } of rows) {
      const epochMs = this.#timeOf(row);
      // A row without a time stays behind the row before it.
      lastMs = epochMs ?? lastMs;
      timed.push({ utterance: this.#utterance(group, index, row, epochMs), sortMs: lastMs });
      const domain = this.#fields.domain === null ? '' : (row.cells[this.#fields.domain] ?? '').trim();
      if (domain !== '') domains.add(cleanText(domain, row.line, this.#tally));
    }
    // The sort is stable, so rows of the same second keep the order of the file.
    timed.sort((one, other) => (one.sortMs < other.sortMs ? -1 : one.sortMs > other.sortMs ? 1 : 0));
    return {
      externalId: cleanText(this.#survey.conversations.text(group), rows[0]?.row.line ?? 0, this.#tally),
      domains: [...domains],
      utterances: timed.map(({ utterance }) => utterance),
      extra: null,
    };
  }

  #utterance(group: number, index: number, row: CsvRow, epochMs: number | null): ImportedUtterance {
    const { cells, line } = row;
    const extra = this.#others
      .filter((other) => (cells[other] ?? '') !== '')
      .map((other) => [this.#layout.columns[other], cells[other]]);
    const { time } = this.#fields;
    if (time !== null && epochMs === null && (cells[time] ?? '') !== '')
      extra.push([this.#layout.columns[time], cells[time]]);
    const kind = this.#speakers.kinds[this.#survey.speakerAt(index)];
    return {
      role: this.#roleOf(group, index),
      ...(kind && { speakerKind: kind }),
      speaker: cleanText((cells[this.#fields.speaker] ?? '').trim(), line, this.#tally),
      text: cleanText(cells[this.#fields.text] ?? '', line, this.#tally),
      time: epochMs === null ? null : new Date(epochMs).toISOString(),
      line,
      acts: null,
      extra: extra.length > 0 ? Object.fromEntries(extra) : null,
    };
  }

  #roleOf(group: number, index: number): Role {
    const speaker = this.#survey.speakerAt(index);
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
