import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path';
import { type ImportedUtterance, roleOfKind, type SpeakerKind } from '#shared/domain/dialogue.ts';
import { cutReason } from '../bytes/bytes.ts';
import { toUtf8 } from '../bytes/encoding.ts';
import { readLines, tooLong } from '../bytes/lines.ts';
import { decideRoles } from '../conversations/speaker-roles.ts';
import { extraFields, type Fields } from '../json/fields.ts';
import { BAD_UTF8, cleanText, type ImportEvent, type Reading } from '../reading/reading.ts';

type TextLine =
  | { readonly kind: 'line'; readonly number: number; readonly text: string }
  | Extract<ImportEvent, { kind: 'reject' }>;

/** Yields the lines of a file. A truncated gzip ends with a reject. */
export async function* readTextLines(reading: Reading): AsyncGenerator<TextLine, void, undefined> {
  const { head, options, tally, breather } = reading;
  const source = await reading.open({
    signal: options.signal,
    onBytes: (bytesRead) => options.onProgress?.({ bytesRead, totalBytes: head.totalBytes }),
  });
  let last = 0;
  for await (const lines of readLines(toUtf8(source.chunks(), head.encoding), { newline: head.newline })) {
    for (const line of lines) {
      last = line.number;
      if (breather.due) await breather.pause();
      if (!line.bytes) {
        yield { kind: 'reject', line: line.number, reason: tooLong(line), excerpt: line.head, records: 1 };
        continue;
      }
      if (!isUtf8(line.bytes)) tally.add(BAD_UTF8, line.number);
      yield { kind: 'line', number: line.number, text: line.bytes.toString('utf8') };
    }
  }
  const cut = cutReason(source, last);
  if (cut) yield { kind: 'reject', line: last, reason: cut, excerpt: '', records: 0 };
}

export interface SpokenLine {
  readonly line: number;
  readonly speaker: string;
  readonly text: string;
  /** In UTC, as ISO 8601. */
  readonly time: string | null;
  readonly acts?: readonly string[] | null;
  readonly extra?: Fields | null;
}

export interface SpokenDialogue {
  readonly id: string;
  readonly extra?: Fields | null;
  readonly lines: readonly SpokenLine[];
}

/** Yields the dialogues of a text. Roles come from a map, or from who begins. @param dialogues read twice */
export async function* dialoguesOf(
  { options, tally }: Reading,
  dialogues: Iterable<SpokenDialogue> | AsyncIterable<SpokenDialogue>,
): AsyncGenerator<ImportEvent, void, undefined> {
  const starts = new Map<string, number>();
  for await (const { lines } of dialogues) {
    for (const [index, { speaker }] of lines.entries())
      starts.set(speaker, (starts.get(speaker) ?? 0) + (index === 0 ? 1 : 0));
  }
  const speakers = Array.from(starts, ([name, count]) => ({ name, starts: count }));
  const { roles, kinds, warning } = decideRoles(speakers, options.map?.roles);
  if (warning) yield { kind: 'warning', message: warning };
  const indexOf = new Map(speakers.map(({ name }, index) => [name, index]));
  for await (const { id, extra, lines } of dialogues) {
    const starter = lines[0]?.speaker;
    const utterances: ImportedUtterance[] = [];
    for (const spoken of lines) {
      const { speaker, line } = spoken;
      const role = roles[indexOf.get(speaker) ?? -1] ?? 'unknown';
      if (role === 'ignored') {
        yield {
          kind: 'ignored',
          line,
          records: 1,
          reason: 'messages of speakers whom the mapping leaves out',
        };
        continue;
      }
      if (role === 'unknown') {
        const reason = `In line ${line}, "${speaker.slice(0, 60)}" may be a customer or an agent. Choose the role. In a mapping: {"roles":{"NAME":"agent"}}.`;
        yield {
          kind: 'reject',
          line,
          reason,
          excerpt: spoken.text.slice(0, 200).toWellFormed(),
          records: 1,
          unknownSpeaker: speaker,
        };
        continue;
      }
      const kind: SpeakerKind | null = kinds[indexOf.get(speaker) ?? -1] ?? null;
      const side = kind
        ? roleOfKind(kind)
        : role === 'starter'
          ? speaker === starter
            ? 'user'
            : 'system'
          : role;
      utterances.push({
        role: side,
        ...(kind && { speakerKind: kind }),
        speaker: cleanText(speaker, line, tally),
        text: cleanText(spoken.text, line, tally),
        time: spoken.time,
        line,
        acts: spoken.acts?.map((act) => cleanText(act, line, tally)) ?? null,
        extra: spoken.extra ? extraFields(spoken.extra, NOTHING, line, tally) : null,
      });
    }
    if (utterances.length === 0) continue;
    const told = extra ? extraFields(extra, NOTHING, utterances[0]?.line ?? 0, tally) : null;
    const externalId = cleanText(id, utterances[0]?.line ?? 0, tally);
    yield { kind: 'dialogue', dialogue: { externalId, domains: [], utterances, extra: told } };
  }
}

const NOTHING: ReadonlySet<string> = new Set();

/** Returns the title of a file, for a dialogue that has no other name. */
export const fileTitle = (path: string): string =>
  basename(path).replace(/(?:\.(?:gz|zst|txt|vtt|srt|mbox))+$/i, '');

/** Returns a unique id by adding a number to a repeated name. */
export function uniqueId(id: string, taken: Set<string>): string {
  let unique = id;
  for (let count = 2; taken.has(unique); count++) unique = `${id} (${count})`;
  taken.add(unique);
  return unique;
}
