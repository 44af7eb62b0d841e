import { quoted } from '../bytes/excerpt.ts';
import { DateSurvey } from '../conversations/date-survey.ts';
import type { SpeakerRole } from '../conversations/speaker-roles.ts';
import { wholeNumbers } from '../csv/number-column.ts';
import { type CsvRow, NO_GROUP } from '../csv/regroup.ts';
import { RowSurvey } from '../csv/row-survey.ts';
import { TextIndex } from '../csv/text-index.ts';
import type { ImportEvent } from '../reading/import-event.ts';
import type { FullFieldIndexes } from './columns.ts';

/** What the first pass over a long CSV learns of conversations, speakers and dates. */
export class ConversationSurvey {
  readonly rows = new RowSurvey();
  readonly dates = new DateSurvey();
  readonly conversations = new TextIndex();
  readonly speakers = new TextIndex();
  readonly #fields: FullFieldIndexes;
  readonly #conversationOf = wholeNumbers();
  readonly #speakerOf = wholeNumbers();
  /** By conversation: who speaks in its first row. */
  readonly #starters = wholeNumbers();

  constructor(fields: FullFieldIndexes) {
    this.#fields = fields;
  }

  take({ cells }: CsvRow): string | null {
    const conversation = (cells[this.#fields.conversation] ?? '').trim();
    if (conversation === '') return 'names no conversation. Fill in the cell.';
    const speaker = (cells[this.#fields.speaker] ?? '').trim();
    if (speaker === '') return 'names no speaker. Fill in the cell.';
    const speakerIndex = this.speakers.add(speaker);
    const index = this.conversations.add(conversation);
    if (index === this.#starters.length) this.#starters.push(speakerIndex);
    this.#conversationOf.push(index);
    this.#speakerOf.push(speakerIndex);
    if (this.#fields.time !== null) this.dates.add(cells[this.#fields.time] ?? '');
    return null;
  }

  speakerCounts(): { name: string; starts: number }[] {
    const starts = new Uint32Array(this.speakers.size);
    for (const speaker of this.#starters.values()) starts[speaker]!++;
    return Array.from(starts, (count, speaker) => ({ name: this.speakers.text(speaker), starts: count }));
  }

  /** Says once for each speaker which rows are left out on purpose, and which for want of a role. */
  *leaveOut(roles: readonly SpeakerRole[]): Generator<ImportEvent, void, undefined> {
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
      const name = quoted(this.speakers.text(speaker));
      if (roles[speaker] === 'ignored') {
        yield { kind: 'ignored', line, records, reason: `rows of ${name}, whom the map leaves out` };
      } else {
        const rows = records === 1 ? `one row, line ${line},` : `${records} rows, the first is line ${line},`;
        const reason = `${name} speaks in ${rows} and is neither known as a customer nor as an agent. Say what it is; in a map: {"roles":{${name}:"agent"}}.`;
        const unknownSpeaker = this.speakers.text(speaker);
        yield {
          kind: 'reject',
          line,
          reason,
          excerpt: unknownSpeaker.slice(0, 200),
          records,
          unknownSpeaker,
        };
      }
    }
  }

  plan(roles: readonly SpeakerRole[]): { groups: Uint32Array; groupCount: number } {
    const speakers = this.#speakerOf.values();
    const groups = this.#conversationOf.values().map((conversation, index) => {
      const role = roles[speakers[index]!];
      return role === 'ignored' || role === 'unknown' ? NO_GROUP : conversation;
    });
    return { groups, groupCount: this.conversations.size };
  }

  speakerAt(index: number): number {
    return this.#speakerOf.at(index);
  }

  starterOf(conversation: number): number {
    return this.#starters.at(conversation);
  }
}
