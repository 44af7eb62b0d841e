import { byteLength } from './bounds.ts';
import { type DialogueLine, formatLine } from './dialogue-lines.ts';

interface WindowLimits {
  /** The maximum UTF-8 bytes of lines in one request. */
  readonly bytes: number;
  /** The most turns requested at once. */
  readonly rounds: number;
  /** Turns before the requested ones that are shown as context. */
  readonly overlap: number;
}

/** A part of a dialogue for one request: the shown turns, and the ids to tag. */
export interface DialogueWindow {
  readonly lines: readonly DialogueLine[];
  readonly asked: readonly number[];
}

const CUT = ' […] ';

/** A line of at most `bytes` bytes: its middle is left out if it is longer. */
function shortened(line: DialogueLine, bytes: number): DialogueLine {
  if (byteLength(formatLine(line)) <= bytes) return line;
  // Four bytes a code point at most.
  const keep = Math.max(8, Math.floor((bytes - byteLength(CUT) - 24) / 8));
  const points = [...line.text];
  if (points.length <= 2 * keep) return line;
  return { ...line, text: points.slice(0, keep).join('') + CUT + points.slice(-keep).join('') };
}

/**
 * Splits a dialogue into as few windows as the limits allow. Every turn with text is requested in exactly one
 * window. Earlier turns are shown as far as there is room. A single turn over the limit loses its middle.
 */
export function dialogueWindows(lines: readonly DialogueLine[], limits: WindowLimits): DialogueWindow[] {
  const short = lines.map((line) => shortened(line, limits.bytes));
  const sizes = short.map((line) => byteLength(formatLine(line)) + 1);
  const windows: DialogueWindow[] = [];
  for (let first = 0; first < short.length; ) {
    let bytes = 0;
    let start = first;
    while (start > 0 && first - start < limits.overlap && bytes + sizes[start - 1] <= limits.bytes / 2) {
      bytes += sizes[--start];
    }
    let end = first;
    const asked: number[] = [];
    while (
      end < short.length &&
      (asked.length === 0 || bytes + sizes[end] <= limits.bytes) &&
      (asked.length < limits.rounds || short[end].text === '')
    ) {
      if (short[end].text !== '') asked.push(short[end].id);
      bytes += sizes[end++];
    }
    if (asked.length > 0) windows.push({ lines: short.slice(start, end), asked });
    first = end;
  }
  return windows;
}
