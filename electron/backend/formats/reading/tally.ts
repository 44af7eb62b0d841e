import { formatCount } from '#shared/domain/figure-text.ts';

/// <reference lib="es2024.string" />
/** Notes of one kind, counted instead of repeated: a file of a million rows must not make a million warnings. */
interface Note {
  count: number;
  readonly firstLine: number;
}

/** Counts small problems that lose no record, and reports them once at the end. */
export class Tally {
  readonly #notes = new Map<string, Note>();

  /** @param kind a sentence with `{count}`, and optionally `{line}` for the first line it happened on */
  add(kind: string, line: number): void {
    const note = this.#notes.get(kind);
    if (note) note.count++;
    else this.#notes.set(kind, { count: 1, firstLine: line });
  }

  /** The warnings, in the order in which their kinds first happened. */
  messages(): string[] {
    return Array.from(this.#notes, ([kind, note]) =>
      kind.replace('{count}', formatCount(note.count)).replaceAll('{line}', String(note.firstLine)),
    );
  }
}

export const BAD_UTF8 =
  'Lines with bytes that are not UTF-8: {count}, the first is line {line}. The bytes are shown as �; if the text looks wrong, import the file again with its real encoding.';
const BAD_CHARACTERS =
  'Texts with NUL characters or halves of surrogate pairs: {count}, the first in line {line}. They are shown as �.';

/** Text that can be stored and shown: NUL and lone surrogates become U+FFFD, which the tally counts. */
export function cleanText(text: string, line: number, tally: Tally): string {
  if (text.isWellFormed() && !text.includes('\0')) return text;
  tally.add(BAD_CHARACTERS, line);
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
