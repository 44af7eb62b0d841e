import type { Role } from '#shared/domain/dialogue.ts';
import type { ImportedDialogue, ImportedUtterance } from '#shared/domain/imported-dialogue.ts';
import type { SpeakerRoles } from '../conversations/speaker-roles.ts';
import { type DateOrder, parseTime } from '../conversations/time.ts';
import type { CsvLayout } from '../csv/layout.ts';

import type { CsvRow, RowGroup } from '../csv/regroup.ts';
import { cleanText, type Tally } from '../reading/tally.ts';
import type { FullColumnPlaces } from './columns.ts';
import type { ConversationSurvey } from './conversation-survey.ts';

const BAD_TIMES =
  'Times that cannot be read or lie outside 1970 to 2100: {count}, the first in line {line}. Those rows keep their place in the file, and the time as it was written.';
const NAIVE_TIMES = 'Times without a zone: {count}, the first in line {line}. They are read as UTC.';

/** Makes a dialogue of the rows of one conversation. */
export class ConversationBuilder {
  readonly #survey: ConversationSurvey;
  readonly #layout: CsvLayout;
  readonly #places: FullColumnPlaces;
  readonly #speakers: Pick<SpeakerRoles, 'roles' | 'kinds'>;
  readonly #order: DateOrder;
  readonly #tally: Tally;
  readonly #others: readonly number[];

  constructor(
    survey: ConversationSurvey,
    layout: CsvLayout,
    places: FullColumnPlaces,
    speakers: Pick<SpeakerRoles, 'roles' | 'kinds'>,
    order: DateOrder,
    tally: Tally,
  ) {
    this.#survey = survey;
    this.#layout = layout;
    this.#places = places;
    this.#speakers = speakers;
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
      externalId: cleanText(this.#survey.conversations.text(group), rows[0]?.row.line ?? 0, this.#tally),
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
    const kind = this.#speakers.kinds[this.#survey.speakerAt(place)];
    return {
      role: this.#roleOf(group, place),
      ...(kind && { speakerKind: kind }),
      speaker: cleanText((cells[this.#places.speaker] ?? '').trim(), line, this.#tally),
      text: cleanText(cells[this.#places.text] ?? '', line, this.#tally),
      time: epochMs === null ? null : new Date(epochMs).toISOString(),
      line,
      acts: null,
      extra: extra.length > 0 ? Object.fromEntries(extra) : null,
    };
  }

  #roleOf(group: number, place: number): Role {
    const speaker = this.#survey.speakerAt(place);
    const role = this.#speakers.roles[speaker];
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
