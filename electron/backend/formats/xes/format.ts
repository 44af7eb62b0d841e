import { decodeEntities } from '#shared/algorithms/text/html-entities.ts';
import { parseTime } from '../conversations/time.ts';
import type { TextFormat } from '../format.ts';
import type { ImportEvent, Reading } from '../reading/reading.ts';
import {
  dialoguesOf,
  readTextLines,
  type SpokenDialogue,
  type SpokenLine,
  uniqueId,
} from '../text/transcript.ts';

/** Matches an opening or closing tag that is needed. The pattern is bounded, so it is fast on any text. */
const TAG =
  /<(\/?)(trace|event|string|date|int|float|boolean|id)\b((?:\s+[\w:.-]{1,60}\s*=\s*(?:"[^"]{0,100000}"|'[^']{0,100000}'))*)\s*(\/?)>/g;
const ATTRIBUTE = /([\w:.-]{1,60})\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const LONGEST_TAG = 200_000;

const WHO = ['role', 'org:role', 'speaker', 'org:resource', 'org:group'] as const;
const WORDS = ['text', 'utterance', 'message', 'words'] as const;

/** An event log in XES. A trace is a dialogue, and an event is a turn with its act, text and role. */
export const xes: TextFormat = {
  name: 'xes',
  notation: 'text',
  recognise(text) {
    if (!/^\ufeff?\s*<(?:\?xml|!--|log)\b/.test(text) || !/<log\b[^>]{0,2000}>/.test(text)) return null;
    if (!/xes|<trace\b/i.test(text)) return null;
    return { confidence: 1, reason: 'The file is an event log in XES.' };
  },
  read,
};

type Attributes = Map<string, string>;

async function* read(reading: Reading): AsyncGenerator<ImportEvent, void, undefined> {
  const dialogues: SpokenDialogue[] = [];
  const taken = new Set<string>();
  let records = 0;
  let trace: { readonly attributes: Attributes; readonly lines: SpokenLine[]; readonly line: number } | null =
    null;
  let event: { readonly attributes: Attributes; readonly line: number } | null = null;
  let depth = 0;
  let rest = '';
  let lastLine = 0;
  for await (const line of readTextLines(reading)) {
    if (line.kind === 'reject') {
      records += line.records;
      yield line;
      continue;
    }
    lastLine = line.number;
    const text = rest + line.text;
    rest = '';
    let end = 0;
    for (const match of text.matchAll(TAG)) {
      end = match.index + match[0].length;
      const [, closing, name, given = '', alone] = match;
      if (name === 'trace') {
        if (!closing) trace = { attributes: new Map(), lines: [], line: line.number };
        else if (trace) {
          if (trace.lines.length > 0) dialogues.push(dialogueOf(trace, taken));
          trace = null;
        }
      } else if (name === 'event') {
        if (!closing) event = { attributes: new Map(), line: line.number };
        if ((closing || alone) && event) {
          records++;
          if (trace) trace.lines.push(spokenLine(event));
          else {
            const reason = `Line ${event.line} has an event outside a trace.`;
            yield { kind: 'reject', line: event.line, reason, excerpt: '', records: 1 };
          }
          event = null;
        }
      } else if (closing) depth = Math.max(0, depth - 1);
      else {
        // Nested attributes are not attributes of the event.
        if (depth === 0) put(event?.attributes ?? trace?.attributes, given);
        if (!alone) depth++;
      }
      if (name === 'trace' || name === 'event') depth = 0;
    }
    // A tag may continue on the next line.
    const open = text.lastIndexOf('<');
    if (open >= end && text.length - open < LONGEST_TAG && !text.includes('>', open))
      rest = `${text.slice(open)}\n`;
  }
  if (event || trace) {
    const line = event?.line ?? trace?.line ?? lastLine;
    records++;
    const reason = `The log ends inside a trace that begins in line ${trace?.line ?? line}. Export the log again.`;
    yield { kind: 'reject', line, reason, excerpt: '', records: 1 };
    if (trace && trace.lines.length > 0) dialogues.push(dialogueOf(trace, taken));
  }
  yield* dialoguesOf(reading, dialogues);
  yield { kind: 'end', records };
}

function put(attributes: Attributes | undefined, given: string): void {
  const found = new Map(
    Array.from(given.matchAll(ATTRIBUTE), ([, name = '', double, single]): [string, string] => [
      name,
      double ?? single ?? '',
    ]),
  );
  const key = found.get('key');
  if (key !== undefined) attributes?.set(key, decodeEntities(found.get('value') ?? ''));
}

function dialogueOf(
  {
    attributes,
    lines,
    line,
  }: { readonly attributes: Attributes; readonly lines: SpokenLine[]; readonly line: number },
  taken: Set<string>,
): SpokenDialogue {
  const { 'concept:name': name, ...extra } = Object.fromEntries(attributes);
  return {
    id: uniqueId(name || `trace-${line}`, taken),
    lines,
    extra: Object.keys(extra).length > 0 ? extra : null,
  };
}

function spokenLine({
  attributes,
  line,
}: {
  readonly attributes: Attributes;
  readonly line: number;
}): SpokenLine {
  const activity = attributes.get('concept:name') ?? '';
  const wordsKey = WORDS.find((key) => attributes.has(key));
  const whoKey = WHO.find((key) => (attributes.get(key) ?? '') !== '');
  const written = attributes.get('time:timestamp') ?? '';
  const time = written === '' ? null : parseTime(written, 'dmy');
  const used = new Set(['concept:name', wordsKey, whoKey, time ? 'time:timestamp' : undefined]);
  const extra = Object.fromEntries([...attributes].filter(([key]) => !used.has(key)));
  const speaker = (whoKey && attributes.get(whoKey)?.trim()) || 'system';
  const act = activity.startsWith(`${speaker}: `) ? activity.slice(speaker.length + 2) : activity;
  return {
    line,
    speaker,
    text: (wordsKey ? attributes.get(wordsKey) : undefined) ?? act,
    time: time ? new Date(time.epochMs).toISOString() : null,
    acts: act === '' ? null : [act],
    extra: Object.keys(extra).length > 0 ? extra : null,
  };
}
