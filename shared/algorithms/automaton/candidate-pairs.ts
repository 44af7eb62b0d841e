import { ROLES } from '../../domain/dialogue.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import { countingSort, range } from './counting-sort.ts';
import { childrenSupport } from './similarity.ts';
import type { TagTree } from './tag-tree.ts';

/**
 * Tells `onPair` of every pair of states of one role whose φ exceeds λ, the smaller state first (section
 * 3.2.3). A state's role is that of the symbol entering it; q₀ has none and is in no pair.
 *
 * Only pairs that share a child symbol have φ > 0, and only those are looked at, by an inverted index from child
 * symbol to states; nothing is kept of them here. Time: the number of (pair, shared child symbol) combinations.
 *
 * @param lambda λ ≥ 0
 * @returns the number of pairs told
 */
export function forEachCandidatePair(
  tree: TagTree,
  symbols: readonly SymbolInfo[],
  lambda: number,
  onPair: (left: number, right: number, phi: number) => void,
): number {
  const roleOfSymbol = Uint8Array.from(symbols, (symbol) => ROLES.indexOf(symbol.role));
  const roleOf = (state: number) => roleOfSymbol[tree.symbols[state]];
  // One list for each child symbol and role of the parent: the children so entered, parents ascending.
  const firstGrandchild = tree.childOffsets[1];
  const listOf = (child: number) => ROLES.length * tree.symbols[child] + roleOf(tree.parents[child]);
  const lists = countingSort(range(firstGrandchild, tree.stateCount), ROLES.length * symbols.length, listOf);
  const listEnds = new Int32Array(ROLES.length * symbols.length);
  const places = new Int32Array(tree.stateCount);
  lists.forEach((child, place) => {
    places[child] = place;
    listEnds[listOf(child)] = place + 1;
  });
  const sums = Float64Array.from({ length: tree.stateCount }, (_, state) => childrenSupport(tree, state));

  const shared = new Float64Array(tree.stateCount);
  const others = new Int32Array(tree.stateCount);
  let pairs = 0;
  for (let left = 1; left < tree.stateCount; left++) {
    let otherCount = 0;
    for (let child = tree.childOffsets[left]; child < tree.childOffsets[left + 1]; child++) {
      const listEnd = listEnds[listOf(child)];
      for (let place = places[child] + 1; place < listEnd; place++) {
        const right = tree.parents[lists[place]];
        if (shared[right] === 0) others[otherCount++] = right;
        shared[right] += tree.support[child] * tree.support[lists[place]];
      }
    }
    for (let at = 0; at < otherCount; at++) {
      const right = others[at];
      const phi = shared[right] / (sums[left] * sums[right]);
      shared[right] = 0;
      if (phi > lambda) {
        pairs++;
        onPair(left, right, phi);
      }
    }
  }
  return pairs;
}
