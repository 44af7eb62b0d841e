import type { PrefixTree } from '../tree/prefix-tree.ts';

/** A partition of 0 … count-1 (union-find by size, with path halving). Every value starts as its own class. */
function createPartition(count: number) {
  const parents = Int32Array.from({ length: count }, (_, value) => value);
  const sizes = new Int32Array(count).fill(1);
  let classCount = count;

  function find(value: number): number {
    let at = value;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  }

  return {
    find,
    /** Merges the classes of two values; false if they were the same class already. */
    merge(left: number, right: number) {
      let larger = find(left);
      let smaller = find(right);
      if (larger === smaller) return false;
      if (sizes[larger] < sizes[smaller]) [larger, smaller] = [smaller, larger];
      parents[smaller] = larger;
      sizes[larger] += sizes[smaller];
      classCount--;
      return true;
    },
    get classCount() {
      return classCount;
    },
  };
}

/** Pairs of states with their φ, as columns: largest φ first, then the smaller left and right state. */
export interface StatePairs {
  readonly length: number;
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly phi: Float64Array;
}

export const NO_PAIRS: StatePairs = {
  length: 0,
  left: new Int32Array(0),
  right: new Int32Array(0),
  phi: new Float64Array(0),
};

/**
 * Takes pairs in the order of largest φ, then smallest states, and keeps pairs whose states are not connected yet. The kept
 * pairs are the maximum spanning forest. A pair outside the forest of a part is also outside the whole one. So pairs
 * are collected up to a bound, reduced to their forest (Kruskal 1956), and collected again.
 * @param bound the most collected pairs (16 bytes each)
 */
export function createStrongestPairs(stateCount: number, bound = 1 << 18) {
  const capacity = stateCount + bound;
  let left = new Int32Array(1024);
  let right = new Int32Array(1024);
  let phi = new Float64Array(1024);
  let length = 0;

  function cutDown(): void {
    const order = Int32Array.from({ length }, (_, pair) => pair);
    order.sort((a, b) => phi[b] - phi[a] || left[a] - left[b] || right[a] - right[b]);
    const partition = createPartition(stateCount);
    const kept = order.filter((pair) => partition.merge(left[pair], right[pair]));
    left = kept.map((pair) => left[pair]);
    right = kept.map((pair) => right[pair]);
    phi = Float64Array.from(kept, (pair) => phi[pair]);
    length = kept.length;
  }

  function makeRoom(): void {
    if (length >= capacity) cutDown();
    if (length < left.length) return;
    const larger = Math.min(2 * Math.max(length, 512), capacity);
    left = copied(left, new Int32Array(larger));
    right = copied(right, new Int32Array(larger));
    phi = copied(phi, new Float64Array(larger));
  }

  return {
    add(leftState: number, rightState: number, pairPhi: number) {
      makeRoom();
      left[length] = leftState;
      right[length] = rightState;
      phi[length++] = pairPhi;
    },
    finish() {
      cutDown();
      return { length, left, right, phi };
    },
  };
}

function copied<Values extends Int32Array | Float64Array>(from: Values, to: Values): Values {
  to.set(from);
  return to;
}

/**
 * Merges pairs of states, then the targets of equal symbols until the automaton is deterministic (union-find). The
 * result is the least congruence with the pairs, whatever their order. Nearly linear in the transitions, since the
 * smaller list of children goes into the larger.
 */
export function closeUnderDeterminism(tree: PrefixTree, pairs: StatePairs) {
  const partition = createPartition(tree.stateCount);
  const childrenOf = new Array<Map<number, number> | null | undefined>(tree.stateCount);
  const pending: number[] = [];
  let asked = 0;

  function children(representative: number): Map<number, number> | null {
    let known = childrenOf[representative];
    if (known === undefined) {
      // The class is not merged yet, so its children are still those in the tree.
      const start = tree.childOffsets[representative];
      const end = tree.childOffsets[representative + 1];
      known = start === end ? null : new Map();
      for (let child = start; child < end; child++) known?.set(tree.symbols[child], child);
      childrenOf[representative] = known;
    }
    return known;
  }

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
