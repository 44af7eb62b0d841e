import { ROLES } from '../../../domain/dialogue.ts';
import type { SymbolInfo } from '../../../domain/symbols.ts';
import { countingSort, range } from '../corpus/counting-sort.ts';
import type { PrefixTree } from '../tree/prefix-tree.ts';
import { createStrongestPairs, type StatePairs } from './strongest-pairs.ts';

/**
 * Returns φ(q, q') = Σ_t n_t·n'_t / (Σ n_t · Σ n'_t) of section 3.2.3, 0 … 1, where n_t is |I(δ(q, t))|. Two dialogues,
 * one drawn at each state, continue with the same tag with this probability. So φ(q, q) is 1/k for k children of equal
 * support. Exact while the sums multiply to less than 2⁵³.
 */
export function similarity(tree: PrefixTree, left: number, right: number): number {
  let shared = 0;
  let leftChild = tree.childOffsets[left];
  let rightChild = tree.childOffsets[right];
  while (leftChild < tree.childOffsets[left + 1] && rightChild < tree.childOffsets[right + 1]) {
    const order = tree.symbols[leftChild] - tree.symbols[rightChild];
    if (order === 0) shared += tree.support[leftChild++] * tree.support[rightChild++];
    else if (order < 0) leftChild++;
    else rightChild++;
  }
  return shared === 0 ? 0 : shared / (childrenSupport(tree, left) * childrenSupport(tree, right));
}

function childrenSupport(tree: PrefixTree, state: number): number {
  let sum = 0;
  for (let child = tree.childOffsets[state]; child < tree.childOffsets[state + 1]; child++) {
    sum += tree.support[child];
  }
  return sum;
}

/**
 * States grouped by role and the shares of the next symbols, on which alone φ depends. Most states have one child, so
 * there are far fewer profiles than states.
 */
interface ChildProfiles {
  readonly count: number;
  readonly offsets: Int32Array;
  readonly states: Int32Array;
  /** length = profiles; the role of the states as an index of ROLES */
  readonly roles: Uint8Array;
}

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

/**
 * Finds the pairs of states of one role with φ > λ (section 3.2.3). Counts all, and returns those that still merge two
 * states if taken in the order of largest φ, then smallest states. q₀ has no role and is in no pair. φ is computed once per
 * pair of profiles with a common role and child symbol.
 * @param lambda λ ≥ 0
 */
export function acceptedPairs(
  tree: PrefixTree,
  symbols: readonly SymbolInfo[],
  lambda: number,
): { candidates: number; accepted: StatePairs } {
  const profiles = childProfiles(tree, symbols);
  const { offsets, states } = profiles;
  const sizeOf = (profile: number) => offsets[profile + 1] - offsets[profile];
  const selfSimilarities = Float64Array.from({ length: profiles.count }, (_, profile) => {
    const state = states[offsets[profile]];
    return similarity(tree, state, state);
  });
  const strongest = createStrongestPairs(tree.stateCount);
  let candidates = 0;

  function addOthers(state: number, profile: number, phi: number): void {
    for (let at = offsets[profile] + 1; at < offsets[profile + 1]; at++) {
      strongest.add(Math.min(state, states[at]), Math.max(state, states[at]), phi);
    }
  }

  selfSimilarities.forEach((phi, profile) => {
    if (phi <= lambda) return;
    candidates += (sizeOf(profile) * (sizeOf(profile) - 1)) / 2;
    addOthers(states[offsets[profile]], profile, phi);
  });
  forEachSharingPair(tree, profiles, symbols.length, (left, right, phi) => {
    if (phi <= lambda) return;
    candidates += sizeOf(left) * sizeOf(right);
    // All pairs of two profiles have the same φ, so pairs with a profile's smallest state merge everything. If a
    // profile's own states are merged already, one pair is enough.
    const leftFirst = states[offsets[left]];
    const rightFirst = states[offsets[right]];
    strongest.add(Math.min(leftFirst, rightFirst), Math.max(leftFirst, rightFirst), phi);
    if (selfSimilarities[right] <= phi) addOthers(leftFirst, right, phi);
    if (selfSimilarities[left] <= phi) addOthers(rightFirst, left, phi);
  });
  return { candidates, accepted: strongest.finish() };
}

/** Calls `onPair` with every two profiles that share a role and a child symbol, the smaller first, and their φ. */
function forEachSharingPair(
  tree: PrefixTree,
  profiles: ChildProfiles,
  symbolCount: number,
  onPair: (left: number, right: number, phi: number) => void,
): void {
  const entryOffsets = new Int32Array(profiles.count + 1);
  for (let profile = 0; profile < profiles.count; profile++) {
    const state = profiles.states[profiles.offsets[profile]];
    entryOffsets[profile + 1] =
      entryOffsets[profile] + tree.childOffsets[state + 1] - tree.childOffsets[state];
  }
  const entryCount = entryOffsets[profiles.count];
  const entryProfiles = new Int32Array(entryCount);
  const entryChildren = new Int32Array(entryCount);
  const sums = new Float64Array(profiles.count);
  for (let profile = 0; profile < profiles.count; profile++) {
    const state = profiles.states[profiles.offsets[profile]];
    sums[profile] = childrenSupport(tree, state);
    for (let entry = entryOffsets[profile]; entry < entryOffsets[profile + 1]; entry++) {
      entryProfiles[entry] = profile;
      entryChildren[entry] = tree.childOffsets[state] + entry - entryOffsets[profile];
    }
  }
  // An inverted index: the entries of each child symbol and parent role, by profile.
  const listOf = (entry: number) =>
    ROLES.length * tree.symbols[entryChildren[entry]] + profiles.roles[entryProfiles[entry]];
  const lists = countingSort(range(0, entryCount), ROLES.length * symbolCount, listOf);
  const listEnds = new Int32Array(ROLES.length * symbolCount);
  const places = new Int32Array(entryCount);
  lists.forEach((entry, place) => {
    places[entry] = place;
    listEnds[listOf(entry)] = place + 1;
  });

  const shared = new Float64Array(profiles.count);
  const others = new Int32Array(profiles.count);
  for (let left = 0; left < profiles.count; left++) {
    let otherCount = 0;
    for (let entry = entryOffsets[left]; entry < entryOffsets[left + 1]; entry++) {
      const support = tree.support[entryChildren[entry]];
      const listEnd = listEnds[listOf(entry)];
      for (let place = places[entry] + 1; place < listEnd; place++) {
        const right = entryProfiles[lists[place]];
        if (shared[right] === 0) others[otherCount++] = right;
        shared[right] += support * tree.support[entryChildren[lists[place]]];
      }
    }
    for (let at = 0; at < otherCount; at++) {
      const right = others[at];
      onPair(left, right, shared[right] / (sums[left] * sums[right]));
      shared[right] = 0;
    }
  }
}
