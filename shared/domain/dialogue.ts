import { known } from './known.ts';
import type { SpeakerKind } from './speaker.ts';

/** Who speaks. The automaton's alphabet is (role, tag): the same word said by both is two symbols. */
export type Role = 'user' | 'system';

/** In the order of the numbers by which they are kept. */
export const ROLES: readonly Role[] = ['system', 'user'];

/** The role that is kept as a number. */
export const roleAt = (index: number): Role => known(ROLES[index], `role ${index}`);

/** One utterance as it stood in its file; `text` is raw and hostile until escaped. */
export interface ImportedUtterance {
  readonly role: Role;
  /** The speaker as the file named it, e.g. an agent's number. */
  readonly speaker: string;
  /** Where the reader knows it; else what the speaker's name says. Never of the other role. */
  readonly speakerKind?: SpeakerKind;
  readonly text: string;
  /** UTC, ISO 8601, or null where the file gives none. */
  readonly time: string | null;
  /** 1-based line (or record) of the source file that this utterance came from. */
  readonly line: number;
  /** Dialogue acts of the file as labels; null where the file does not annotate this utterance. */
  readonly acts: readonly string[] | null;
  /** Everything else the file said of this utterance, kept so that nothing of the original is lost. */
  readonly extra: Readonly<Record<string, unknown>> | null;
}

/** A dialogue's key: its source's name and its external id, with a zero character between them. */
export const dialogueKey = (source: string, externalId: string): string => `${source}\u0000${externalId}`;

export const externalIdOf = (key: string): string => key.slice(key.indexOf('\u0000') + 1);

/** One dialogue of a source; known by (source, external id). */
export interface ImportedDialogue {
  readonly externalId: string;
  readonly domains: readonly string[];
  readonly utterances: readonly ImportedUtterance[];
  /** Everything else the file said of this dialogue (goal, tasks, services …). */
  readonly extra: Readonly<Record<string, unknown>> | null;
}

/** A run of consecutive utterances of one role: [first, last] index them, both inclusive, from 0. */
export interface RoundSpan {
  readonly role: Role;
  readonly first: number;
  readonly last: number;
}

/**
 * Splits a dialogue into rounds.
 * @param roles the utterances' roles in order
 * @param join unite consecutive utterances of one role (the paper assumes that roles alternate)
 */
export function roundsOf(roles: readonly Role[], join: boolean): RoundSpan[] {
  const rounds: RoundSpan[] = [];
  for (const [index, role] of roles.entries()) {
    const previous = rounds.at(-1);
    if (join && previous && previous.role === role) {
      rounds[rounds.length - 1] = { role, first: previous.first, last: index };
    } else {
      rounds.push({ role, first: index, last: index });
    }
  }
  return rounds;
}
