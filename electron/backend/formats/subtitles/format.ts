import type { TextFormat } from '../format.ts';
import type { ImportEvent, Reading } from '../reading/reading.ts';
import { dialoguesOf, fileTitle, readTextLines, type SpokenLine } from '../text/transcript.ts';

const TIMES = /^(?:(\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}) --> (?:(\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})/;
const VOICE = /<v(?:\.[^\s>]{0,80})?\s([^<>]{1,80})>/;
const TAG = /<\/?[a-z0-9:.][^<>]{0,200}>/gi;
/** Matches "Agent 7: Hello", but not "At 10:30 we". */
const NAMED = /^(?:- ?)?\[?(\p{Lu}[\p{L}\p{N} .'’_-]{0,40})\]?: (.+)$/su;

const UNNAMED =
  'Captions without a speaker: {count}, the first in line {line}. These captions are assigned to the previous speaker, or to "speaker" if nobody spoke before.';

/** A call transcript in WebVTT or SubRip. A cue is a message, and `<v Name>` or `Name:` names its speaker. */
export const subtitles: TextFormat = {
  name: 'subtitles',
  notation: 'text',
  recognise(text) {
    const lines = text
      .replace(/^\ufeff/, '')
      .trimStart()
      .split('\n', 3);
    if (/^WEBVTT(?:\s|$)/.test(lines[0] ?? ''))
      return { confidence: 1, reason: 'The file begins with WEBVTT.' };
    if (!/^\d+\s*$/.test(lines[0] ?? '') || !TIMES.test(lines[1] ?? '')) return null;
    return { confidence: 1, reason: 'The file begins with a numbered cue and its times, as in SubRip.' };
  },
  read,
};

interface Cue {
  readonly line: number;
  readonly times: string;
  readonly words: string[];
}

async function* read(reading: Reading): AsyncGenerator<ImportEvent, void, undefined> {
  const { head, tally } = reading;
  const cues: Cue[] = [];
  let rejected = 0;
  let isOpen = false;
  for await (const line of readTextLines(reading)) {
    if (line.kind === 'reject') {
      rejected += line.records;
      yield line;
    } else if (TIMES.test(line.text)) {
      cues.push({ line: line.number, times: line.text.trim(), words: [] });
      isOpen = true;
    } else if (line.text.trim() === '') isOpen = false;
    else if (isOpen) cues.at(-1)?.words.push(line.text);
  }
  const spoken = cues.filter(({ words }) => words.some((word) => word.replaceAll(TAG, '').trim() !== ''));
  if (spoken.length < cues.length)
    yield {
      kind: 'ignored',
      line: 1,
      records: cues.length - spoken.length,
      reason: 'captions without words',
    };
  let last = 'speaker';
  const lines = spoken.map(({ line, times, words }): SpokenLine => {
    const raw = words.join('\n');
    const voice = VOICE.exec(raw)?.[1]?.trim();
    const text = raw.replaceAll(TAG, '').trim();
    const named = voice ? null : NAMED.exec(text);
    if (!voice && !named) tally.add(UNNAMED, line);
    last = voice ?? named?.[1]?.trim() ?? last;
    const [start, end] = times.split(' --> ');
    return {
      line,
      speaker: last,
      text: named?.[2] ?? text,
      time: null,
      extra: { start, end: end?.split(' ')[0] },
    };
  });
  if (lines.length > 0) yield* dialoguesOf(reading, [{ id: fileTitle(head.path), lines }]);
  yield { kind: 'end', records: cues.length + rejected };
}
