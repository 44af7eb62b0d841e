import { DateSurvey, parseTime } from '../conversations/time.ts';
import type { TextFormat } from '../format.ts';
import type { ImportEvent, Reading } from '../reading/reading.ts';
import { dialoguesOf, readTextLines, type SpokenDialogue, type SpokenLine } from '../text/transcript.ts';

const DATE = String.raw`(\d{1,4}[./-]\d{1,2}[./-]\d{2,4})`;
const CLOCK = String.raw`(\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?)?)`;
/** Matches `31/12/2024, 22:10 - Jo: Hi` of Android and `[31.12.24, 22:10:05] Jo: Hi` of an iPhone. */
const MESSAGE = new RegExp(String.raw`^(?:${DATE},? ${CLOCK} - |\[${DATE},? ${CLOCK}\] )(.*)$`, 'i');
const SPEAKER = /^([^:]{1,80}): ?(.*)$/;
/** After a pause of a day, a new dialogue begins. */
const PAUSE_MS = 24 * 60 * 60 * 1000;

/** A chat that WhatsApp exported as text. Following lines without a date belong to the same message. */
export const whatsapp: TextFormat = {
  name: 'whatsapp',
  notation: 'text',
  recognise(text) {
    const [first = ''] = text.trimStart().split('\n', 1);
    if (!MESSAGE.test(plain(first))) return null;
    return {
      confidence: 0.95,
      reason: 'The first line has a date, a time and words, as in a chat exported from WhatsApp.',
    };
  },
  read,
};

/** Removes direction marks and narrow spaces, which may separate date and time. */
const plain = (line: string): string =>
  line.replaceAll(/[\u200e\u200f\ufeff]/g, '').replaceAll(/[\u202f\u00a0]/g, ' ');

interface Message {
  readonly line: number;
  readonly date: string;
  readonly speaker: string | null;
  readonly words: string[];
}

async function* read(reading: Reading): AsyncGenerator<ImportEvent, void, undefined> {
  const messages: Message[] = [];
  const dates = new DateSurvey();
  let records = 0;
  let before = 0;
  for await (const line of readTextLines(reading)) {
    if (line.kind === 'reject') {
      records += line.records;
      yield line;
      continue;
    }
    const match = MESSAGE.exec(plain(line.text));
    if (!match) {
      if (messages.length > 0) messages.at(-1)?.words.push(line.text);
      else if (line.text.trim() !== '' && before++ === 0) {
        records++;
        const reason = `Line ${line.number} comes before the first message. Leave the line out.`;
        yield {
          kind: 'reject',
          line: line.number,
          reason,
          excerpt: line.text.slice(0, 200).toWellFormed(),
          records: 1,
        };
      }
      continue;
    }
    records++;
    const date = `${match[1] ?? match[3]} ${match[2] ?? match[4]}`;
    dates.add(date);
    const spoken = SPEAKER.exec(match[5] ?? '');
    messages.push({
      line: line.number,
      date,
      speaker: spoken?.[1]?.trim() ?? null,
      words: [spoken?.[2] ?? match[5] ?? ''],
    });
  }
  const { order } = dates.decide();
  const events = messages.filter(({ speaker }) => speaker === null || speaker === '');
  if (events.length > 0) {
    const line = events[0]?.line ?? 0;
    yield {
      kind: 'ignored',
      line,
      records: events.length,
      reason: 'events of the chat (joins, calls, encryption)',
    };
  }
  const spoken = messages.flatMap(({ line, date, speaker, words }): SpokenLine[] => {
    if (speaker === null || speaker === '') return [];
    const time = parseTime(date, order);
    return [
      {
        line,
        speaker,
        text: words.join('\n').trimEnd(),
        time: time ? new Date(time.epochMs).toISOString() : null,
      },
    ];
  });
  yield* dialoguesOf(reading, atPauses(spoken));
  yield { kind: 'end', records };
}

function atPauses(lines: readonly SpokenLine[]): SpokenDialogue[] {
  const dialogues: { id: string; lines: SpokenLine[] }[] = [];
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const line of lines) {
    const ms = line.time === null ? lastMs : Date.parse(line.time);
    if (dialogues.length === 0 || ms - lastMs > PAUSE_MS)
      dialogues.push({ id: `chat-${line.time ?? line.line}`, lines: [] });
    dialogues.at(-1)?.lines.push(line);
    lastMs = Math.max(ms, lastMs);
  }
  return dialogues;
}
