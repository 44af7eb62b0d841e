import { known } from './known.ts';

/** Who speaks. The automaton's alphabet is (role, tag): the same word said by both is two symbols. */
export type Role = 'user' | 'system';

/** The name of each role as people read it. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = { user: 'customer', system: 'agent' };

/** In the order of their stored numbers. */
export const ROLES: readonly Role[] = ['system', 'user'];

/** The role for a stored number. */
export const roleAt = (index: number): Role => known(ROLES[index], `role ${index}`);

/** A dialogue's key: its source's name and its external id, with a zero character between them. */
export const dialogueKey = (source: string, externalId: string): string => `${source}\u0000${externalId}`;

export const externalIdOf = (key: string): string => key.slice(key.indexOf('\u0000') + 1);

/** A range of consecutive messages of one role: the indexes `first` and `last`, both inclusive, from 0. */
export interface RoundSpan {
  readonly role: Role;
  readonly first: number;
  readonly last: number;
}

/**
 * Splits a dialogue into turns.
 * @param roles the messages' roles in order
 * @param join join consecutive messages of one role (the paper assumes that roles alternate)
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

/** One turn of a dialogue: consecutive messages of one role, joined by a space. */
export interface NumberedRound {
  /** Index of the turn in its dialogue, from 0. */
  readonly round: number;
  readonly role: Role;
  readonly text: string;
}
