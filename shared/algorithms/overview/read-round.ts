import type { Automaton } from '../../domain/automaton.ts';
import { ROLES, type Role } from '../../domain/dialogue.ts';
import { OTHER_TAG } from './one-symbol.ts';

/** The tags of a round that an automaton goes by. */
export type RoundReader = (role: Role, tags: readonly string[]) => readonly string[];

/**
 * Reads rounds as an overview was learned: the one tag on most visits, which is the first that was chosen, or `other`.
 * Empty for a role that no state speaks of.
 */
export function oneSymbolReader({ symbols, pathSymbols }: Automaton): RoundReader {
  const visits = new Int32Array(symbols.length);
  for (const symbol of pathSymbols) visits[symbol]++;
  const ownOf = ROLES.map((role) => {
    const ids = Array.from(symbols.keys()).filter((id) => symbols[id].role === role);
    // Of the rounds with no tag of the picture none may have been there; `other` comes last whatever its visits.
    const rank = (id: number) => (symbols[id].tag === OTHER_TAG ? -1 : visits[id]);
    return ids.sort((left, right) => rank(right) - rank(left) || left - right).map((id) => symbols[id].tag);
  });
  return (role, tags) => {
    const own = ownOf[ROLES.indexOf(role)];
    if (own.length === 0) return [];
    return [own.find((tag) => tags.includes(tag)) ?? OTHER_TAG];
  };
}

/** Reads rounds by the labels that are in the automaton; the others say nothing. */
export function knownTagReader({ symbols }: Automaton): RoundReader {
  const known = ROLES.map(
    (role) => new Set(symbols.filter((symbol) => symbol.role === role).map(({ tag }) => tag)),
  );
  return (role, tags) => tags.filter((tag) => known[ROLES.indexOf(role)].has(tag));
}
