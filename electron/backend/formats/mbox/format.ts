import { htmlText } from '../conversations/html-text.ts';
import { parseTime } from '../conversations/time.ts';
import type { TextFormat } from '../format.ts';
import type { ImportEvent, Reading } from '../reading/reading.ts';
import { RecordsByConversation } from '../reading/records-by-conversation.ts';
import { dialoguesOf, readTextLines, type SpokenDialogue, type SpokenLine } from '../text/transcript.ts';

interface Mail {
  readonly id: string | null;
  /** Ids of the earlier messages, beginning with the first of the thread. */
  readonly references: readonly string[];
  readonly subject: string;
  readonly from: string;
  readonly date: string;
  readonly text: string;
}

const DEPTH_LIMIT = 8;

/** Parses a message: headers, an empty line, and a body with one or more parts. */
function readMail(lines: readonly string[]): Mail {
  const { headers, body } = split(lines);
  const references = [...(headers.get('references') ?? '').matchAll(/<([^<>\s]{1,400})>/g)].map(
    ([, id = '']) => id,
  );
  const answered = /<([^<>\s]{1,400})>/.exec(headers.get('in-reply-to') ?? '')?.[1];
  return {
    id: /<([^<>\s]{1,400})>/.exec(headers.get('message-id') ?? '')?.[1] ?? null,
    references: answered && !references.includes(answered) ? [...references, answered] : references,
    subject: decodeWords(headers.get('subject') ?? ''),
    from: senderOf(decodeWords(headers.get('from') ?? '')),
    date: (headers.get('date') ?? '').replace(/\s*\([^)]{0,40}\)\s*$/, ''),
    text: textOf(headers, body, 0).trim(),
  };
}

function ownWords(text: string): string {
  const kept: string[] = [];
  for (const line of text.split('\n')) {
    if (/^-- ?$/.test(line) || /^-{2,}\s*(?:Original Message|Forwarded message)/i.test(line)) break;
    if (/^\s*>/.test(line)) continue;
    kept.push(line);
  }
  // Drops the line that introduces a quotation.
  const own = kept
    .join('\n')
    .replaceAll(/^(?:On|Am|Le|El) .{4,200}(?:wrote|schrieb.{0,80}|a écrit ?|escribió):\s*$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return own === '' ? text : own;
}

function split(lines: readonly string[]): { headers: Map<string, string>; body: readonly string[] } {
  const headers = new Map<string, string>();
  let last = '';
  let index = 0;
  for (; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (line === '') break;
    const match = /^([!-9;-~]{1,80}):\s?(.*)$/.exec(line);
    if (/^[ \t]/.test(line) && last !== '') headers.set(last, `${headers.get(last)} ${line.trim()}`);
    else if (match) {
      last = (match[1] ?? '').toLowerCase();
      if (!headers.has(last)) headers.set(last, match[2] ?? '');
    }
  }
  return { headers, body: lines.slice(index + 1) };
}

function textOf(headers: Map<string, string>, body: readonly string[], depth: number): string {
  const type = headers.get('content-type') ?? 'text/plain';
  const boundary = /boundary="?([^";]{1,200})"?/i.exec(type)?.[1]?.trim();
  if (/^multipart\//i.test(type) && boundary !== undefined && depth < DEPTH_LIMIT) {
    const parts = partsOf(body, boundary).map(split);
    const isPlain = (part: { headers: Map<string, string> }): boolean =>
      !/^(?!text\/plain|multipart\/)/i.test(part.headers.get('content-type') ?? 'text/plain');
    const chosen = parts.find(isPlain) ?? parts[0];
    return chosen ? textOf(chosen.headers, chosen.body, depth + 1) : '';
  }
  if (!/^text\//i.test(type)) return '';
  const charset = /charset="?([\w.:-]{1,40})"?/i.exec(type)?.[1] ?? 'utf-8';
  const text = decodeBody(body.join('\n'), headers.get('content-transfer-encoding') ?? '', charset);
  return /^text\/html/i.test(type) ? htmlText(text) : text;
}

function partsOf(body: readonly string[], boundary: string): string[][] {
  const parts: string[][] = [];
  for (const line of body) {
    if (line === `--${boundary}--`) break;
    if (line === `--${boundary}`) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts;
}

function decodeBody(text: string, encoding: string, charset: string): string {
  const coding = encoding.trim().toLowerCase();
  if (coding === 'base64') return decodeBytes(Buffer.from(text, 'base64'), charset);
  if (coding === 'quoted-printable')
    return decodeBytes(quotedPrintable(text.replaceAll(/=[ \t]*\n/g, '')), charset);
  return text;
}

function quotedPrintable(text: string): Buffer {
  const pieces = text.split(/((?:=[0-9a-f]{2})+)/i);
  return Buffer.concat(
    pieces.map((piece, index) =>
      index % 2 === 1 ? Buffer.from(piece.replaceAll('=', ''), 'hex') : Buffer.from(piece, 'utf8'),
    ),
  );
}

function decodeBytes(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}

/** Decodes words such as `=?utf-8?q?Caf=C3=A9?=` in a header. */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(
      /=\?([\w.:-]{1,40})\?([bq])\?([^?]{0,2000})\?=/gi,
      (_, charset: string, letter: string, word: string) =>
        decodeBytes(
          letter.toLowerCase() === 'b'
            ? Buffer.from(word, 'base64')
            : quotedPrintable(word.replaceAll('_', ' ')),
          charset,
        ),
    );
}

/** Returns the address of a sender, which stays the same even if the name is written differently. */
function senderOf(from: string): string {
  return (/<([^<>\s]{1,320})>/.exec(from)?.[1] ?? from).trim().toLowerCase();
}

const START = /^From \S+ .*\d{4}/;
/** After this many characters of a message, only attachments follow. */
const LONGEST_MESSAGE = 1_000_000;

/**
 * A mailbox. References form the threads, and whoever begins one is the user. Quotations and signatures are removed.
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
    // A message without a time stays after the one before it.
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
