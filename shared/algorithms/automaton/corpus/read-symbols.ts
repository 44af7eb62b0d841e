import { ROLES } from '../../../domain/dialogue.ts';
import type { SymbolInfo } from '../../../domain/symbols.ts';

/**
 * Reads an alphabet from a file's JSON value.
 *
 * @param name what errors call it
 * @throws RangeError if it is no list of distinct (role, tag) pairs
 */
export function readSymbols(name: string, value: unknown): SymbolInfo[] {
  if (!Array.isArray(value))
    throw new RangeError(`${name} is no list; expected role and tag of each symbol.`);
  const seen = new Set<string>();
  return value.map((entry: Partial<SymbolInfo> | null, at) => {
    const role = ROLES.find((known) => known === entry?.role);
    const tag = entry?.tag;
    if (role === undefined || typeof tag !== 'string') {
      throw new RangeError(
        `${name}[${at}] is ${JSON.stringify(entry)}; expected a role (${ROLES.join(' or ')}) and a tag.`,
      );
    }
    const key = `${role} ${tag}`;
    if (seen.has(key)) throw new RangeError(`${name}[${at}] repeats ${JSON.stringify({ role, tag })}.`);
    seen.add(key);
    return { role, tag };
  });
}
