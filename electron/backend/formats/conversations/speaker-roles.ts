import type { ColumnMapInput, SpeakersInput } from '#shared/contract/corpus.ts';
import { kindOfName, type Role, roleOfKind, type SpeakerKind } from '#shared/domain/dialogue.ts';
import { formatCount, formatShare } from '#shared/domain/figure-text.ts';
import { quoted } from '../bytes/format-error.ts';
import type { ImportEvent } from '../reading/reading.ts';

interface SpeakerCount {
  readonly name: string;
  readonly starts: number;
}

/** `starter`: whoever begins a conversation is its user, and everyone else is the system. */
export type SpeakerRole = Role | 'ignored' | 'starter' | 'unknown';

export interface SpeakerRoles {
  readonly roles: readonly SpeakerRole[];
  /** One kind per speaker, if the map assigns one; null if it follows from the name. */
  readonly kinds: readonly (SpeakerKind | null)[];
  /** A warning about guesses, for the person to check. */
  readonly warning: string | null;
}

/** Represents all unnamed speakers in a map's roles. */
const EVERYONE_ELSE = '*';
const HOW_TO_MAP = 'If this is wrong, correct the roles. In a mapping: {"roles":{"NAME":"user"}}.';

/**
 * Returns the role that a name implies; null if none. For example, "customer support" and "human agent" are the system.
 */
export function roleOfWord(speaker: string): Role | null {
  const kind = kindOfName(speaker);
  return kind === null ? null : roleOfKind(kind);
}

/**
 * Decides who is a customer: by the map, then by words in names ("Agent 7"), then by the other speakers. If one side is
 * known, unknown speakers are on the other side. If both are known, a person decides. Of two unknown speakers, the one
 * who starts more conversations is the user. With more than two, whoever starts a conversation is its user.
 */
export function decideRoles(
  speakers: readonly SpeakerCount[],
  mapped: ColumnMapInput['roles'],
): SpeakerRoles {
  const byName = new Map(Object.entries(mapped ?? {}).map(([name, role]) => [folded(name), role]));
  const asked = speakers.map(({ name }) => byName.get(folded(name)) ?? byName.get(EVERYONE_ELSE) ?? null);
  const kinds = asked.map((role): SpeakerKind | null =>
    role === 'agent' || role === 'bot' || role === 'customer' ? role : null,
  );
  const known = speakers.map(({ name }, index): Role | 'ignored' | null => {
    const role = asked[index] ?? null;
    if (role === null) return roleOfWord(name);
    return role === 'user' || role === 'ignored' ? role : roleOfKind(role);
  });
  const unknown = speakers.filter((_, index) => known[index] === null);
  if (unknown.length === 0) return { roles: known as (Role | 'ignored')[], kinds, warning: null };
  const names = listed(unknown);
  const filled = (role: SpeakerRole): SpeakerRole[] => known.map((own) => own ?? role);
  const users = known.includes('user');
  const systems = known.includes('system');
  if (users && systems) return { roles: filled('unknown'), kinds, warning: null };
  if (users || systems) {
    const other = users ? 'system' : 'user';
    return {
      roles: filled(other),
      kinds,
      warning: `${names} ${unknown.length === 1 ? 'was' : 'were'} read as ${other === 'user' ? 'customers' : 'agents'}, because the file names only the other side. ${HOW_TO_MAP}`,
    };
  }
  const [one, other, ...more] = unknown;
  if (!one || !other || more.length > 0) {
    return {
      roles: filled('starter'),
      kinds,
      warning: `${names} may be a customer or an agent. Whoever starts a dialogue is read as the customer, everyone else as an agent. ${HOW_TO_MAP}`,
    };
  }
  const user = other.starts > one.starts ? other : one;
  const roles = speakers.map(
    (speaker, index): SpeakerRole => known[index] ?? (speaker === user ? 'user' : 'system'),
  );
  return {
    roles,
    kinds,
    warning: `${quoted(user.name)} starts most dialogues and is read as the customer, ${quoted(user === one ? other.name : one.name)} as the agent. ${HOW_TO_MAP}`,
  };
}

/** Counts the records that were left out deliberately, or because their speaker has no role, by speaker. */
export function countLeftOut() {
  const left = new Map<string, { readonly isUnknown: boolean; readonly line: number; records: number }>();
  return {
    /** Returns false if the role belongs to a side of the dialogue, so that its record is not left out. */
    add(speaker: string, role: SpeakerRole | undefined, line: number): boolean {
      if (role !== 'ignored' && role !== 'unknown') return false;
      const entry = left.get(speaker) ?? { isUnknown: role === 'unknown', line, records: 0 };
      entry.records++;
      left.set(speaker, entry);
      return true;
    },
    events: (): ImportEvent[] =>
      Array.from(left, ([speaker, { isUnknown, line, records }]): ImportEvent => {
        const name = quoted(speaker);
        if (!isUnknown) return { kind: 'ignored', line, records, reason: `the mapping leaves out ${name}` };
        const rows = records === 1 ? `one row, line ${line},` : `${records} rows, first in line ${line},`;
        const reason = `${name} speaks in ${rows}, and may be a customer or an agent. Choose the role. In a mapping: {"roles":{${name}:"agent"}}.`;
        return {
          kind: 'reject',
          line,
          reason,
          excerpt: speaker.slice(0, 200),
          records,
          unknownSpeaker: speaker,
        };
      }),
  };
}

function folded(name: string): string {
  return name.trim().toLowerCase();
}

function listed(speakers: readonly SpeakerCount[]): string {
  const names = speakers.slice(0, 5).map(({ name }) => quoted(name));
  const more = speakers.length > 5 ? ` and ${speakers.length - 5} more` : '';
  return `${speakers.length === 1 ? 'The speaker' : 'The speakers'} ${names.join(', ')}${more}`;
}

export interface Piece {
  readonly speaker: string;
  readonly text: string;
}

export interface Voices {
  readonly fields: readonly string[];
  /** True if a row may have messages of several speakers. */
  readonly isMany: boolean;
  /**
   * Returns the pieces in order, or the problem as part of a sentence. `place` is the number of earlier rows of the
   * dialogue.
   */
  pieces(textAt: (field: string) => string | null, place: number): readonly Piece[] | string;
}

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
          : 'does not begin with the name of the speaker, as in "Agent: Hello"';
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
      return name === '' ? 'has no speaker' : [{ speaker: name, text: words }];
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

/** Matches a speaker's name at the beginning of a line: "Agent: ", "[10:31] Anna B.: ", "(10:31:05) Customer - ". */
const NAMED =
  /^[\s>*-]*(?:[[(][^\])\n]{0,40}[\])]\s*)?\**([\p{L}][\p{L}\p{N} ._'#-]{0,40}?)\**\s?(?:\([^)\n]{0,40}\))?\s?[:：]\**(?:\s+|$)/u;

/**
 * A line starts a message if its name is a role, is known, began the text, or begins several lines. "Order number: 12"
 * is text.
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

export function beginsWithRole(text: string): boolean {
  const name = NAMED.exec(text.trimStart())?.[1];
  return name !== undefined && roleOfWord(name) !== null;
}

/** Returns labels from a list, or from a text with semicolons, commas or bars between them. */
export function labelsIn(value: unknown): string[] {
  const words = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[;,|]/) : [value];
  return words.flatMap((word) =>
    (typeof word === 'string' || typeof word === 'number') && String(word).trim() !== ''
      ? [String(word).trim()]
      : [],
  );
}

/** With fewer dialogues, nothing is known for certain about a file. */
const FEWEST = 3;
const LARGE_SHARE = 0.5;

export class SideCount {
  #dialogues = 0;
  readonly #oneSided = { user: 0, system: 0 };

  add(utterances: readonly { readonly role: Role }[]): void {
    const [first] = utterances;
    if (!first) return;
    this.#dialogues++;
    if (utterances.every(({ role }) => role === first.role)) this.#oneSided[first.role]++;
  }

  get isOneSided(): boolean {
    const { user, system } = this.#oneSided;
    return this.#dialogues >= FEWEST && user + system === this.#dialogues;
  }

  warning(): string | null {
    const { user, system } = this.#oneSided;
    const oneSided = user + system;
    if (this.#dialogues < FEWEST || oneSided < this.#dialogues * LARGE_SHARE) return null;
    const advice = 'Check the speakers and the format, or import a file with both sides.';
    if (this.isOneSided && (user === 0 || system === 0))
      return `The file has only one side, ${user > 0 ? "the customer's" : "the agent's"}, so each message counts as a turn. ${advice}`;
    const whose = user >= system ? "the customer's" : "the agent's";
    const share = formatShare(oneSided / this.#dialogues, { rough: true });
    return `${formatCount(oneSided)} of ${formatCount(this.#dialogues)} dialogues (${share}) have only one side, most often ${whose}. These dialogues do not show how the sides answer each other. ${advice}`;
  }
}
