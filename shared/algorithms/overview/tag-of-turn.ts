import { ROLES, type Role } from '../../domain/dialogue.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import { familiesOf, isUnnamed, UNTAGGED_TAG } from './one-symbol.ts';

/** Returns how well a tag names its turn. The first of the best tags stands for the turn. */
export type TagRank = (role: Role, tag: string) => number;

/**
 * Ranks tags of the graph first, then tags of its families, then other names. So graphs, variants and event logs use
 * the same tag for a turn.
 * @param shown the symbols of the graph; none without a graph
 */
export function rankTags(shown: readonly SymbolInfo[]): TagRank {
  const own = ROLES.map((role) => new Set(shown.filter((one) => one.role === role).map(({ tag }) => tag)));
  return (role, tag) => {
    if (isUnnamed(tag)) return 0;
    const names = own[ROLES.indexOf(role)];
    return names.has(tag) ? 3 : familiesOf(tag).some((family) => names.has(family)) ? 2 : 1;
  };
}

/** Returns the tag that stands for a turn; without tags, `untagged` if the graph has that role, else undefined. */
export function tagOfTurn(role: Role, tags: readonly string[], shown: readonly SymbolInfo[], rank: TagRank) {
  const [first, ...others] = tags;
  if (first === undefined) return shown.some((one) => one.role === role) ? UNTAGGED_TAG : undefined;
  return others.reduce((best, tag) => (rank(role, tag) > rank(role, best) ? tag : best), first);
}
