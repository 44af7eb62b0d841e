import { isUtf8 } from 'node:buffer';
import { type ByteSource, cutReason } from '../bytes/bytes.ts';
import { toUtf8 } from '../bytes/encoding.ts';
import { excerptOf, quoted } from '../bytes/format-error.ts';
import type { FileHead } from '../bytes/head.ts';
import { type Line, readLines, tooLong } from '../bytes/lines.ts';
import { BAD_UTF8, type Reading, type Tally } from '../reading/reading.ts';
import { isRecord } from './fields.ts';
import { readJsonValues, splitValues, type Wrapping } from './values.ts';

const SAMPLE_LINES = 50;
/** True if the first line, or half of the first lines, begins like JSON. */
export function looksLikeJson(head: FileHead): boolean {
  const lines = sampleLines(head);
  const like = lines.filter((line) => /^[[{]/.test(line));
  return like.length > 0 && (like[0] === lines[0] || like.length * 2 >= lines.length);
}

/** Returns true for JSON Lines; false for an array, or values over several lines. The first line decides. */
export function hasOneValuePerLine(head: FileHead): boolean {
  const [first = '', second = ''] = sampleLines(head);
  if (!/^[[{]/.test(first)) return true;
  const value = parsed(first);
  if (value !== undefined) return !Array.isArray(value) || isMessageList(value) || second !== '';
  // The line is a list of messages that is longer than the head of the file.
  if (first.startsWith('[')) return second === '' && /^\[\s*\{\s*"role"/.test(first);
  const goesOn = /[[{,]$/.test(first) && second !== '' && !second.startsWith('{');
  return !goesOn;
}

/** True for a list of messages, which is one conversation and not a list of conversations. */
export function isMessageList(value: unknown): value is readonly unknown[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((message) => isRecord(message) && typeof message.role === 'string') &&
    value.some((message) => isRecord(message) && ('content' in message || 'tool_calls' in message))
  );
}

function sampleLines(head: FileHead): string[] {
  const text = head.bytes.toString('utf8');
  return text
    .split(head.newline === 0x0d ? '\r' : '\n', SAMPLE_LINES)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export function sampleValues(head: FileHead): { values: unknown[]; unfinished: Buffer | null } {
  if (!hasOneValuePerLine(head)) {
    const { values, unfinished } = splitValues(head.bytes);
    return {
      values: values.slice(0, SAMPLE_LINES).map((bytes) => parsed(bytes.toString('utf8'))),
      unfinished,
    };
  }
  const lines = sampleLines(head);
  const [first, second] = lines;
  const unfinished = first !== undefined && second === undefined ? Buffer.from(first) : null;
  return { values: lines.map(parsed), unfinished };
}

type Recognise = (value: unknown) => { readonly confidence: number } | null;

/** The minimum confidence for a value inside another one. An empty list matches any format and is no evidence there. */
const SURE_INSIDE = 0.5;

/** Returns how the dialogues are placed in a file: as values, in an object keyed by id, or in lists of an object. */
export function wrappingOf(head: FileHead, recognise: Recognise): Wrapping {
  if (sampleValues(head).values.some((value) => recognise(value))) return 'values';
  return INSIDE.find((wrapping) => recognisedInside(head, wrapping, recognise) !== null) ?? 'values';
}

export const INSIDE: readonly Wrapping[] = ['members', 'lists'];

export function recognisedInside<Found extends { readonly confidence: number }>(
  head: FileHead,
  wrapping: Wrapping,
  recognise: (value: unknown) => Found | null,
): Found | null {
  if (!/^\s*[[{]/.test(head.bytes.toString('utf8', 0, 200))) return null;
  for (const bytes of splitValues(head.bytes, wrapping).values.slice(0, SAMPLE_LINES)) {
    const found = recognise(parsed(bytes.toString('utf8')));
    if (found && found.confidence > SURE_INSIDE) return found;
  }
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type JsonItem =
  | {
      readonly kind: 'value';
      readonly line: number;
      readonly value: unknown;
      readonly text: string;
      /** A name for a value without an id: `line-7`, or `item-7` in an array. */
      readonly place: string;
      /** The key under which the value is in an object, or the key of its list. */
      readonly key?: string;
    }
  | {
      readonly kind: 'reject';
      readonly line: number;
      readonly reason: string;
      readonly excerpt: string;
      readonly records: number;
    };

/** Reads JSON Lines, a JSON array, or the contents of objects. Invalid lines or elements are rejects. */
export async function* readJsonRecords(
  reading: Reading,
  wrapping: Wrapping = 'values',
): AsyncGenerator<JsonItem, void, undefined> {
  const { head, options, tally, breather } = reading;
  const source = await reading.open({
    signal: options.signal,
    onBytes: (bytesRead) => options.onProgress?.({ bytesRead, totalBytes: head.totalBytes }),
  });
  let lastLine = 0;
  let cutTold = false;
  const chunks = toUtf8(source.chunks(), head.encoding);
  const perLine = wrapping === 'values' && hasOneValuePerLine(head);
  let items = 0;
  const pieces = perLine
    ? readLines(chunks, { newline: head.newline })
    : readJsonValues(chunks, undefined, wrapping);
  for await (const lines of pieces) {
    for (const line of lines) {
      lastLine = line.number;
      if (breather.due) await breather.pause();
      const item = parseLine(line, perLine ? `line-${line.number}` : `item-${++items}`, source, tally);
      if (!item) continue;
      cutTold ||= item.kind === 'reject' && source.ending !== 'whole';
      yield item;
    }
  }
  const cut = cutReason(source, lastLine);
  if (cut && !cutTold) yield { kind: 'reject', line: lastLine, reason: cut, excerpt: '', records: 0 };
}

function parseLine(
  line: Line & { readonly key?: string },
  place: string,
  source: ByteSource,
  tally: Tally,
): JsonItem | null {
  if (!line.bytes) {
    return { kind: 'reject', line: line.number, reason: tooLong(line), excerpt: line.head, records: 1 };
  }
  const text = line.bytes.toString('utf8');
  if (/^\s*$/.test(text)) return null;
  if (!isUtf8(line.bytes)) tally.add(BAD_UTF8, line.number);
  try {
    const { number, key } = line;
    return {
      kind: 'value',
      line: number,
      value: JSON.parse(text),
      text,
      place,
      ...(key !== undefined && { key }),
    };
  } catch (error) {
    const reason = cutReason(source, line.number) ?? notJson(line.number, error);
    return { kind: 'reject', line: line.number, reason, excerpt: excerptOf(text), records: 1 };
  }
}

function notJson(line: number, error: unknown): string {
  const detail = error instanceof Error ? error.message : String(error);
  return `Line ${line} is not JSON (${quoted(detail).slice(1, -1)}). Correct the line, or export the file again.`;
}
