import type { Role } from '../../domain/dialogue.ts';

export type RepeatedLines = ReadonlySet<string>;
export const NOTHING_REPEATED: RepeatedLines = new Set();

/** The shortest line that can be boilerplate. Shorter lines are ordinary messages. */
const LEAST_CHARACTERS = 30;
const LEAST_DIALOGUES = 5;
const LEAST_SHARE = 0.005;
const MOST_LINES = 12;
const MOST_COUNTED = 2_000_000;

export function countLines() {
  const counts = new Map<string, number>();
  const last = new Map<string, number>();
  let dialogues = 0;
  let current: number | null = null;
  return {
    add(dialogue: number, role: Role, text: string): void {
      if (dialogue !== current) {
        current = dialogue;
        dialogues++;
      }
      for (const line of ends(text)) {
        const key = hashOf(role, line);
        if (last.get(key) === dialogue) continue;
        if (!counts.has(key) && counts.size >= MOST_COUNTED) continue;
        last.set(key, dialogue);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    },
    repeated(): RepeatedLines {
      const least = Math.max(LEAST_DIALOGUES, LEAST_SHARE * dialogues);
      return new Set([...counts].filter(([, count]) => count >= least).map(([key]) => key));
    },
  };
}

export function cutRepeated(text: string, role: Role, repeated: RepeatedLines): string {
  if (repeated.size === 0 || !text.includes('\n')) return text;
  const lines = text.split('\n');
  const goes = (line: string | undefined): boolean =>
    line !== undefined && (line.trim() === '' || (isLong(line) && repeated.has(hashOf(role, line))));
  const edge = (from: number, step: 1 | -1): number => {
    let end = from;
    for (let at = from; goes(lines[at]); at += step) if (lines[at]?.trim() !== '') end = at + step;
    return end;
  };
  const first = edge(0, 1);
  const after = edge(lines.length - 1, -1) + 1;
  return first === 0 && after === lines.length ? text : lines.slice(first, Math.max(first, after)).join('\n');
}

const isLong = (line: string): boolean => line.trim().length >= LEAST_CHARACTERS;

function ends(text: string): string[] {
  if (!text.includes('\n')) return [];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2) return [];
  const near =
    lines.length <= 2 * MOST_LINES ? lines : [...lines.slice(0, MOST_LINES), ...lines.slice(-MOST_LINES)];
  return near.filter(isLong);
}

/** Returns an id for a line, independent of the numbers in it: two 32-bit FNV-1a hashes, one from each end. */
function hashOf(role: Role, line: string): string {
  const plain = `${role}${line.trim().replace(/\d+/g, '0').replace(/\s+/g, ' ').toLowerCase()}`;
  let one = 0x811c9dc5;
  let other = 0x811c9dc5;
  for (let at = 0; at < plain.length; at++) {
    one = Math.imul(one ^ plain.charCodeAt(at), 0x01000193);
    other = Math.imul(other ^ plain.charCodeAt(plain.length - 1 - at), 0x01000193);
  }
  return `${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}`;
}
