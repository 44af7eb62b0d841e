import { DateSurvey } from '../conversations/date-survey.ts';
import { leftOut, type SpeakerRole } from '../conversations/speaker-roles.ts';
import { wholeNumbers } from '../csv/number-column.ts';
import { type CsvRow, NO_GROUP } from '../csv/regroup.ts';
import { RowSurvey } from '../csv/row-survey.ts';
import { TextIndex } from '../csv/text-index.ts';
import type { ImportEvent } from '../reading/import-event.ts';
import type { RowFields } from './columns.ts';

/** Collects conversations, speakers and dates in the first pass over a long CSV. */
export class ConversationSurvey {
  readonly rows = new RowSurvey();
  readonly dates = new DateSurvey();
  readonly conversations = new TextIndex();
  readonly speakers = new TextIndex();
  readonly #fields: RowFields;
  readonly #conversationOf = wholeNumbers();
  readonly #speakerOf = wholeNumbers();
  /** By conversation: who speaks in its first row. */
  readonly #starters = wholeNumbers();

  constructor(fields: RowFields) {
    this.#fields = fields;
  }

  take({ cells, line }: CsvRow): string | null {
    const { conversation: column, time } = this.#fields;
    const conversation = column === null ? `line-${line}` : (cells[column] ?? '').trim();
    if (conversation === '') return 'names no conversation. Fill in the cell.';
    const speaker = this.#speakerOfRow(cells);
    if (typeof speaker === 'string') return speaker;
    const index = this.conversations.add(conversation);
    if (index === this.#starters.length) this.#starters.push(speaker);
    this.#conversationOf.push(index);
    this.#speakerOf.push(speaker);
    if (time !== null) this.dates.add(cells[time] ?? '');
    return null;
  }

  /** Returns a row's first speaker, or its problem. */
  #speakerOfRow(cells: readonly string[]): number | string {
    const { plain, voices, textAt } = this.#fields;
    if (plain !== null) {
      const speaker = (cells[plain.speaker] ?? '').trim();
      return speaker === '' ? 'names no speaker. Fill in the cell.' : this.speakers.add(speaker);
    }
    // For alternating speakers both count here; the row's speaker is known once the dialogue is sorted.
    const pieces = [0, 1].map((place) => voices.pieces(textAt(cells), place));
    const [first] = pieces;
    if (typeof first === 'string') return `${first}. Correct the cell.`;
    const [one] = pieces
      .flatMap((some) => (typeof some === 'string' ? [] : some))
      .map(({ speaker }) => this.speakers.add(speaker));
    return one ?? 'says nothing. Fill in the cell.';
  }

  speakerCounts(): { name: string; starts: number }[] {
    const starts = new Uint32Array(this.speakers.size);
    for (const speaker of this.#starters.values()) starts[speaker]!++;
    return Array.from(starts, (count, speaker) => ({ name: this.speakers.text(speaker), starts: count }));
  }

  /** Reports once per speaker which rows are left out on purpose, and which because they have no role. */
  *leaveOut(roles: readonly SpeakerRole[]): Generator<ImportEvent, void, undefined> {
    // A row with several speakers is left out only in part, when it is split.
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
