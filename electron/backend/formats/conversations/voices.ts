import type { ColumnMapInput, SpeakersInput } from '#shared/contract/corpus.ts';
import { roleOfKind, type SpeakerKind } from '#shared/domain/dialogue.ts';
import { roleOfWord } from './speaker-roles.ts';

/** The text of one speaker in a row or turn. */
export interface Piece {
  readonly speaker: string;
  readonly text: string;
}

/** Tells who says what in a row or a turn. */
export interface Voices {
  /** The columns or paths that it takes. */
  readonly fields: readonly string[];
  /** True if one row may hold messages of several speakers, such as a whole dialogue. */
  readonly isMany: boolean;
  /**
   * @param textAt returns the text in a column or at a path; null if there is none
   * @param place number of earlier rows of the dialogue
   * @returns the pieces in order, empty if there is no text, or the problem as part of a sentence
   */
  pieces(textAt: (field: string) => string | null, place: number): readonly Piece[] | string;
}

/** Returns the way to split a map's text by speaker, or null if the map is incomplete. */
export function voicesOf(map: ColumnMapInput): Voices | null {
  const { speakers, speaker, text } = map;
  if (speakers?.by === 'columns') return byColumns(speakers.columns);
  if (text === undefined) return null;
  const one = (nameAt: (place: number) => string): Voices => ({
    fields: [text],
    isMany: false,
    pieces: (textAt, place) => {
      const words = textAt(text);
      return words === null ? [] : [{ speaker: nameAt(place), text: words }];
    },
  });
  if (speakers?.by === 'constant') return one(() => speakers.is);
  if (speakers?.by === 'alternation') {
    const names = [speakers.first, otherThan(speakers.first)];
    return one((place) => names[place % 2]!);
  }
  if (speakers?.by === 'prefix') {
    const known = new Set(Object.keys(map.roles ?? {}).map((name) => name.toLowerCase()));
    return {
      fields: [text],
      isMany: true,
      pieces: (textAt) => {
        const words = textAt(text);
        if (words === null) return [];
        const pieces = splitByNames(words, known);
        return pieces.length > 0
          ? pieces
          : 'does not begin with the name of who speaks, as in "Agent: Hello"';
      },
    };
  }
  if (speaker === undefined) return null;
  return {
    fields: [speaker, text],
    isMany: false,
    pieces: (textAt) => {
      const words = textAt(text);
      if (words === null) return [];
      const name = textAt(speaker)?.trim() ?? '';
      return name === '' ? 'names no speaker' : [{ speaker: name, text: words }];
    },
  };
}

function byColumns(columns: Extract<SpeakersInput, { by: 'columns' }>['columns']): Voices {
  return {
    fields: columns.map(({ column }) => column),
    isMany: true,
    pieces: (textAt) =>
      columns.flatMap(({ column, is }) => {
        const words = textAt(column);
        return words === null || words.trim() === '' ? [] : [{ speaker: is, text: words }];
      }),
  };
}

const otherThan = (kind: SpeakerKind): SpeakerKind => (roleOfKind(kind) === 'user' ? 'agent' : 'customer');

/** "Agent: ", "[10:31] Anna B.: ", "(10:31:05) Customer - ", at the beginning of a line. */
const NAMED =
  /^[\s>*-]*(?:[[(][^\])\n]{0,40}[\])]\s*)?\**([\p{L}][\p{L}\p{N} ._'#-]{0,40}?)\**\s?(?:\([^)\n]{0,40}\))?\s?[:：]\**(?:\s+|$)/u;

/**
 * Splits a text at speakers' names. A line starts a new message if its name is a role, is known, began the text, or
 * begins several lines; "Order number: 12" in the middle is text.
 */
function splitByNames(text: string, known: ReadonlySet<string>): Piece[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => ({ line, match: NAMED.exec(line) }));
  const first = lines.find(({ line }) => line.trim() !== '')?.match?.[1];
  if (first === undefined) return [];
  const counts = new Map<string, number>();
  for (const { match } of lines) if (match?.[1]) counts.set(match[1], (counts.get(match[1]) ?? 0) + 1);
  const isName = (name: string): boolean =>
    name === first || roleOfWord(name) !== null || known.has(name.toLowerCase()) || counts.get(name)! > 1;
  const pieces: { speaker: string; lines: string[] }[] = [];
  for (const { line, match } of lines) {
    if (match?.[1] && isName(match[1]))
      pieces.push({ speaker: match[1], lines: [line.slice(match[0].length)] });
    else pieces.at(-1)?.lines.push(line);
  }
  return pieces.map(({ speaker, lines: said }) => ({ speaker, text: said.join('\n').trim() }));
}

/** True if a text begins with a name that is a role. */
export function beginsWithRole(text: string): boolean {
  const name = NAMED.exec(text.trimStart())?.[1];
  return name !== undefined && roleOfWord(name) !== null;
}

/** Labels in a list, or between semicolons, commas or bars. */
export function labelsIn(value: unknown): string[] {
  const words = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[;,|]/) : [value];
  return words.flatMap((word) =>
    (typeof word === 'string' || typeof word === 'number') && String(word).trim() !== ''
      ? [String(word).trim()]
      : [],
  );
}
