import type { ColumnMapInput } from '#shared/contract/corpus.ts';
import { kindOfName, type Role, roleOfKind, type SpeakerKind } from '#shared/domain/dialogue.ts';
import { quoted } from '../bytes/excerpt.ts';
import type { ImportEvent } from '../reading/import-event.ts';

/** A speaker as the survey of a file saw it. */
interface SpeakerCount {
  readonly name: string;
  /** Conversations whose first row is this speaker's. */
  readonly starts: number;
}

/** `starter`: whoever starts a conversation is the user, everyone else the system. */
export type SpeakerRole = Role | 'ignored' | 'starter' | 'unknown';

export interface SpeakerRoles {
  /** By the speaker's index in the list given. */
  readonly roles: readonly SpeakerRole[];
  /** The same, if a map assigns a kind; null leaves it to the name. */
  readonly kinds: readonly (SpeakerKind | null)[];
  /** A warning about guesses, for the person to check. */
  readonly warning: string | null;
}

/** Stands in a map's roles for everyone who is not named. */
const EVERYONE_ELSE = '*';
const HOW_TO_MAP = 'If that is wrong, set the roles of the speakers; in a map: {"roles":{"NAME":"user"}}.';

/** Returns the role that a speaker's name implies, or null. "customer support" or "human agent" is the system. */
export function roleOfWord(speaker: string): Role | null {
  const kind = kindOfName(speaker);
  return kind === null ? null : roleOfKind(kind);
}

/**
 * Decides who is a customer and who is not: the map first, then the word itself ("Agent 7"), then by the others.
 * - Where one side is known, all unknown speakers are the other side.
 * - Of two unknown speakers, the one who starts more conversations is the user.
 * - Of more, whoever starts a conversation is its user.
 * - Where both sides are known, an unknown speaker stays unknown, and a person has to say.
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
      warning: `${names} taken for the ${other}, since only the other side is named. ${HOW_TO_MAP}`,
    };
  }
  const [one, other, ...more] = unknown;
  if (!one || !other || more.length > 0) {
    return {
      roles: filled('starter'),
      kinds,
      warning: `${names}: whoever starts a conversation is taken for its user, the others for the system. ${HOW_TO_MAP}`,
    };
  }
  const user = other.starts > one.starts ? other : one;
  const roles = speakers.map(
    (speaker, index): SpeakerRole => known[index] ?? (speaker === user ? 'user' : 'system'),
  );
  return {
    roles,
    kinds,
    warning: `${names}: ${quoted(user.name)} starts most conversations and is taken for the user, the other for the system. ${HOW_TO_MAP}`,
  };
}

/** Returns the event for records left out on purpose, or for lack of a role. */
export function leftOut(
  speaker: string,
  role: 'ignored' | 'unknown',
  line: number,
  records: number,
): ImportEvent {
  const name = quoted(speaker);
  if (role === 'ignored')
    return { kind: 'ignored', line, records, reason: `rows of ${name}, whom the map leaves out` };
  const rows = records === 1 ? `one row, line ${line},` : `${records} rows, the first is line ${line},`;
  const reason = `${name} speaks in ${rows} and is neither known as a customer nor as an agent. Say what it is; in a map: {"roles":{${name}:"agent"}}.`;
  return { kind: 'reject', line, reason, excerpt: speaker.slice(0, 200), records, unknownSpeaker: speaker };
}

function folded(name: string): string {
  return name.trim().toLowerCase();
}

function listed(speakers: readonly SpeakerCount[]): string {
  const names = speakers.slice(0, 5).map(({ name }) => quoted(name));
  const more = speakers.length > 5 ? ` and ${speakers.length - 5} more` : '';
  return `${speakers.length === 1 ? 'The speaker' : 'The speakers'} ${names.join(', ')}${more}`;
}
