import type { AutomatonStructure } from '../../domain/automaton.ts';
import { ROLES, type Role } from '../../domain/dialogue.ts';
import { isUnnamed, UNTAGGED_TAG } from './one-symbol.ts';
import { nameOfRound } from './tag-families.ts';

/** Returns the tags of a turn that an automaton uses. */
export type RoundReader = (role: Role, tags: readonly string[]) => readonly string[];

/** Reads turns as an overview was learned (see `sequencesOf`); returns nothing for a role without states. */
export function oneSymbolReader({ symbols }: Pick<AutomatonStructure, 'symbols'>): RoundReader {
  const ownOf = ROLES.map(
    (role) => new Set(symbols.filter((symbol) => symbol.role === role).map(({ tag }) => tag)),
  );
  return (role, tags) => {
    const own = ownOf[ROLES.indexOf(role)];
    if (own.size === 0) return [];
    const name = nameOfRound(tags, (tag) => own.has(tag) && !isUnnamed(tag));
    if (name !== undefined) return [name];
    return tags.every(isUnnamed) && own.has(UNTAGGED_TAG) ? [UNTAGGED_TAG] : [];
  };
}

/** Reads turns by the labels that are in the automaton; ignores the others. */
export function knownTagReader({ symbols }: Pick<AutomatonStructure, 'symbols'>): RoundReader {
  const known = ROLES.map(
    (role) => new Set(symbols.filter((symbol) => symbol.role === role).map(({ tag }) => tag)),
  );
  return (role, tags) => tags.filter((tag) => known[ROLES.indexOf(role)].has(tag));
}
