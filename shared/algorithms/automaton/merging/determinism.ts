import type { PrefixTree } from '../tree/prefix-tree.ts';
import { createPartition } from './partition.ts';
import type { StatePairs } from './strongest-pairs.ts';

interface Closure {
  /** length = tree states; the number of each state's class, from 0 … tree states - 1; some numbers are unused */
  readonly classOf: Int32Array;
  readonly classCount: number;
  /** Merges beyond those asked for. */
  readonly forced: number;
}

/**
 * Merges pairs of states of a tree, and then whatever else must be merged for the automaton to be deterministic:
 * where one class leads to two states by the same symbol, these are merged too, and so on (folding, by union-find).
 *
 * The result is the least congruence that contains the pairs, so their order does not matter. q₀ is no target of a
 * transition, so it is merged only if a pair names it.
 *
 * Time: near linear in transitions · log transitions (the smaller list of children goes into the larger).
 */
export function closeUnderDeterminism(tree: PrefixTree, pairs: StatePairs): Closure {
  const partition = createPartition(tree.stateCount);
  // For each representative: symbol → one of its target states. Created when first needed; null if it has none.
  const childrenOf = new Array<Map<number, number> | null | undefined>(tree.stateCount);
  const pending: number[] = [];
  let asked = 0;

  function children(representative: number): Map<number, number> | null {
    let known = childrenOf[representative];
    if (known === undefined) {
      // Not merged yet, so its children are those of the tree.
      const start = tree.childOffsets[representative];
      const end = tree.childOffsets[representative + 1];
      known = start === end ? null : new Map();
      for (let child = start; child < end; child++) known?.set(tree.symbols[child], child);
      childrenOf[representative] = known;
    }
    return known;
  }

  /** Merges two states and queues the pairs of targets that must then be merged too. */
  function merge(leftState: number, rightState: number): boolean {
    const left = partition.find(leftState);
    const right = partition.find(rightState);
    if (left === right) return false;
    let larger = children(left);
    let smaller = children(right);
    if ((smaller?.size ?? 0) > (larger?.size ?? 0)) [larger, smaller] = [smaller, larger];
    for (const [symbol, target] of smaller ?? []) {
      const other = larger!.get(symbol);
      if (other === undefined) larger!.set(symbol, target);
      else pending.push(target, other);
    }
    partition.merge(left, right);
    childrenOf[left] = null;
    childrenOf[right] = null;
    childrenOf[partition.find(left)] = larger;
    return true;
  }

  for (let pair = 0; pair < pairs.length; pair++) {
    if (merge(pairs.left[pair], pairs.right[pair])) asked++;
  }
  while (pending.length > 0) merge(pending.pop()!, pending.pop()!);
  return {
    classOf: Int32Array.from({ length: tree.stateCount }, (_, state) => partition.find(state)),
    classCount: partition.classCount,
    forced: tree.stateCount - asked - partition.classCount,
  };
}
