import { ROLES } from '../../../domain/dialogue.ts';
import type { SymbolInfo } from '../../../domain/symbols.ts';
import type { PrefixTree } from '../tree/prefix-tree.ts';

/**
 * States grouped by profile: their role, and the shares of the symbols that their dialogues continue with. φ depends on
 * nothing else, so it is computed between profiles and not between states. This saves most of the work: most states of
 * a tree have a single child, and those have only as many profiles as there are symbols.
 */
export interface ChildProfiles {
  readonly count: number;
  /** length = profiles + 1; states of profile p are `states[offsets[p] … offsets[p+1]-1]`, ascending */
  readonly offsets: Int32Array;
  readonly states: Int32Array;
  /** length = profiles; the role of the states as an index of ROLES */
  readonly roles: Uint8Array;
}

/** The profiles of all states with children except q₀, in the order of their smallest states. */
export function childProfiles(tree: PrefixTree, symbols: readonly SymbolInfo[]): ChildProfiles {
  const profileOfKey = new Map<string, number>();
  const profileOf = new Int32Array(tree.stateCount).fill(-1);
  const roles: number[] = [];
  const counts: number[] = [];
  for (let state = 1; state < tree.stateCount; state++) {
    if (tree.childOffsets[state] === tree.childOffsets[state + 1]) continue;
    const role = ROLES.indexOf(symbols[tree.symbols[state]].role);
    const key = `${role} ${sharesOf(tree, state)}`;
    let profile = profileOfKey.get(key);
    if (profile === undefined) {
      profile = counts.length;
      profileOfKey.set(key, profile);
      roles.push(role);
      counts.push(0);
    }
    profileOf[state] = profile;
    counts[profile]++;
  }
  const offsets = new Int32Array(counts.length + 1);
  counts.forEach((count, profile) => {
    offsets[profile + 1] = offsets[profile] + count;
  });
  const states = new Int32Array(offsets[counts.length]);
  const places = offsets.slice();
  profileOf.forEach((profile, state) => {
    if (profile !== -1) states[places[profile]++] = state;
  });
  return { count: counts.length, offsets, states, roles: Uint8Array.from(roles) };
}

/** The children's symbols and supports, in lowest terms: states with the same text have the same shares. */
function sharesOf(tree: PrefixTree, state: number): string {
  const start = tree.childOffsets[state];
  const end = tree.childOffsets[state + 1];
  let divisor = 0;
  for (let child = start; child < end; child++) divisor = greatestCommonDivisor(divisor, tree.support[child]);
  let shares = '';
  for (let child = start; child < end; child++) {
    shares += `${tree.symbols[child]}:${tree.support[child] / divisor} `;
  }
  return shares;
}

function greatestCommonDivisor(left: number, right: number): number {
  let [a, b] = [left, right];
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
