import { parseTime } from '../conversations/time.ts';
import type { TextFormat } from '../format.ts';
import type { ImportEvent } from '../reading/import-event.ts';
import type { Reading } from '../reading/reading.ts';
import { readTextLines } from '../text/lines.ts';
import { dialoguesOf, type SpokenDialogue, type SpokenLine } from '../text/transcript.ts';
import { type Mail, ownWords, readMail } from './message.ts';

const START = /^From \S+ .*\d{4}/;
/** Behind so many characters of a message come attachments. */
const LONGEST_MESSAGE = 1_000_000;

/**
 * A mailbox (`mbox`): a thread is a dialogue, put together by the messages' references. Whoever begins it is the user.
 * Quotes and signatures are left out of the words; the whole text stays beside them.
 */
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

async function* read(reading: Reading): AsyncGenerator<ImportEvent, void, undefined> {
  const mails: { readonly mail: Mail; readonly line: number }[] = [];
  let open: { readonly line: number; readonly lines: string[]; length: number } | null = null;
  let records = 0;
  let afterEmpty = true;
  const close = (): void => {
    if (open) mails.push({ mail: readMail(open.lines), line: open.line });
    open = null;
  };
  for await (const line of readTextLines(reading)) {
    if (line.kind === 'reject') {
      records += line.records;
      yield line;
      continue;
    }
    const text = line.text.replace(/\r$/, '');
    if (afterEmpty && START.test(text)) {
      close();
      open = { line: line.number, lines: [], length: 0 };
      records++;
    } else if (open && open.length < LONGEST_MESSAGE) {
      open.lines.push(text.replace(/^>(>*From )/, '$1'));
      open.length += text.length + 1;
    }
    afterEmpty = text === '';
  }
  close();
  const silent = mails.filter(({ mail }) => mail.text === '');
  if (silent.length > 0) {
    const line = silent[0]?.line ?? 0;
    yield { kind: 'ignored', line, records: silent.length, reason: 'messages without words' };
  }
  yield* dialoguesOf(reading, threadsOf(mails.filter(({ mail }) => mail.text !== '')));
  yield { kind: 'end', records };
}

function threadsOf(mails: readonly { readonly mail: Mail; readonly line: number }[]): SpokenDialogue[] {
  const rootOf = new Map<string, string>();
  const threads = new Map<string, { subject: string; lines: (SpokenLine & { sortMs: number })[] }>();
  for (const { mail, line } of mails) {
    const known = [...mail.references, mail.id ?? ''].find((id) => rootOf.has(id));
    const bare = mail.subject.replace(/^(?:(?:re|aw|fwd?|wg|sv|antw)\s*:\s*)+/i, '').trim();
    const root =
      (known === undefined ? undefined : rootOf.get(known)) ??
      mail.references[0] ??
      mail.id ??
      (bare === '' ? `line-${line}` : bare);
    for (const id of [...mail.references, ...(mail.id === null ? [] : [mail.id])])
      if (!rootOf.has(id)) rootOf.set(id, root);
    const thread = threads.get(root) ?? { subject: bare, lines: [] };
    threads.set(root, thread);
    const time = parseTime(mail.date, 'dmy');
    const text = ownWords(mail.text);
    thread.lines.push({
      line,
      speaker: mail.from || 'unknown',
      text,
      time: time ? new Date(time.epochMs).toISOString() : null,
      extra: { ...(text !== mail.text && { raw: mail.text }), subject: mail.subject },
      sortMs: time?.epochMs ?? thread.lines.at(-1)?.sortMs ?? 0,
    });
  }
  return Array.from(threads, ([id, { subject, lines }]) => ({
    id,
    extra: subject === '' ? null : { subject },
    lines: lines.toSorted((one, other) => one.sortMs - other.sortMs).map(({ sortMs: _, ...line }) => line),
  }));
}
