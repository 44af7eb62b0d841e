import { parseTime } from '../conversations/time.ts';
import type { TextFormat } from '../format.ts';
import type { ImportEvent } from '../reading/import-event.ts';
import type { Reading } from '../reading/reading.ts';
import { RecordsByConversation } from '../reading/records-by-conversation.ts';
import { readTextLines } from '../text/lines.ts';
import { dialoguesOf, type SpokenDialogue, type SpokenLine } from '../text/transcript.ts';
import { type Mail, ownWords, readMail } from './message.ts';

const START = /^From \S+ .*\d{4}/;
/** Characters of a message after which only attachments follow. */
const LONGEST_MESSAGE = 1_000_000;

/** A mailbox (`mbox`): threads by references. Whoever begins one is the user. Quotes and signatures are split off. */
export const mbox: TextFormat = {
  name: 'mbox',
  notation: 'text',
  recognise(text) {
    if (
      !START.test(text.split('\n', 1)[0] ?? '') ||
      !/^(?:from|date|message-id|received|subject): ?/im.test(text)
    )
      return null;
    return { confidence: 1, reason: 'The file is a mailbox: it begins with a "From " line and headers.' };
  },
  read,
};

interface PlacedMail {
  readonly mail: Mail;
  readonly line: number;
}

async function* read(reading: Reading): AsyncGenerator<ImportEvent, void, undefined> {
  const threads = new Threads(reading);
  try {
    yield* eventsOf(reading, threads);
  } finally {
    threads.mails.close();
  }
}

async function* eventsOf(reading: Reading, threads: Threads): AsyncGenerator<ImportEvent, void, undefined> {
  const silent: number[] = [];
  let open: { readonly line: number; readonly lines: string[]; length: number } | null = null;
  let records = 0;
  let afterEmpty = true;
  const close = async (): Promise<void> => {
    if (!open) return;
    const { line, lines, length } = open;
    const mail = readMail(lines);
    open = null;
    if (mail.text === '') silent.push(line);
    else await threads.add({ mail, line }, length);
  };
  for await (const line of readTextLines(reading)) {
    if (line.kind === 'reject') {
      records += line.records;
      yield line;
      continue;
    }
    const text = line.text.replace(/\r$/, '');
    if (afterEmpty && START.test(text)) {
      await close();
      open = { line: line.number, lines: [], length: 0 };
      records++;
    } else if (open && open.length < LONGEST_MESSAGE) {
      open.lines.push(text.replace(/^>(>*From )/, '$1'));
      open.length += text.length + 1;
    }
    afterEmpty = text === '';
  }
  await close();
  const [line] = silent;
  if (line !== undefined)
    yield { kind: 'ignored', line, records: silent.length, reason: 'messages without words' };
  yield* dialoguesOf(reading, threads);
  yield { kind: 'end', records };
}

const bareSubject = (subject: string): string =>
  subject.replace(/^(?:(?:re|aw|fwd?|wg|sv|antw)\s*:\s*)+/i, '').trim();

/** Messages by thread. Messages that refer to one another belong to one thread. */
class Threads {
  readonly mails: RecordsByConversation<PlacedMail>;
  readonly #rootOf = new Map<string, string>();

  constructor(reading: Reading) {
    this.mails = new RecordsByConversation(reading);
  }

  async add({ mail, line }: PlacedMail, textBytes: number): Promise<void> {
    const ids = [...mail.references, ...(mail.id === null ? [] : [mail.id])];
    const known = ids.find((id) => this.#rootOf.has(id));
    const root =
      (known === undefined ? undefined : this.#rootOf.get(known)) ??
      ids[0] ??
      (bareSubject(mail.subject) || `line-${line}`);
    for (const id of ids) if (!this.#rootOf.has(id)) this.#rootOf.set(id, root);
    await this.mails.add(root, { mail, line }, textBytes);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SpokenDialogue, void, undefined> {
    for await (const { id, records } of this.mails.all()) yield threadOf(id, records);
  }
}

function threadOf(id: string, mails: readonly PlacedMail[]): SpokenDialogue {
  const subject = bareSubject(mails[0]?.mail.subject ?? '');
  let lastMs = 0;
  const lines = mails.map(({ mail, line }): SpokenLine & { sortMs: number } => {
    const time = parseTime(mail.date, 'dmy');
    const text = ownWords(mail.text);
    // Messages without a time stay after the one before them.
    lastMs = time?.epochMs ?? lastMs;
    return {
      line,
      speaker: mail.from || 'unknown',
      text,
      time: time ? new Date(time.epochMs).toISOString() : null,
      extra: { ...(text !== mail.text && { raw: mail.text }), subject: mail.subject },
      sortMs: lastMs,
    };
  });
  return {
    id,
    extra: subject === '' ? null : { subject },
    lines: lines.toSorted((one, other) => one.sortMs - other.sortMs).map(({ sortMs: _, ...line }) => line),
  };
}
