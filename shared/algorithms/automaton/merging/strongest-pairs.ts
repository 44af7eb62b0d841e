import { createPartition } from './partition.ts';

/** Pairs of states with their φ, as columns; by falling φ, then the smaller left, then the smaller right state. */
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

interface StrongestPairs {
  add(left: number, right: number, phi: number): void;
  /** The accepted pairs; add nothing afterwards. */
  finish(): StatePairs;
}

/**
 * Takes pairs by falling φ, then by the smallest states, and keeps those whose states were not merged yet: fewer than
 * there are states, however many pairs are added.
 *
 * The pairs kept are the maximum spanning forest. A pair left out of the forest of some pairs is left out of the
 * forest of all, so pairs are gathered up to a bound, cut down to their forest (Kruskal 1956), and gathered again.
 * Memory does not grow with the number of pairs.
 *
 * @param stateCount states are 0 … stateCount-1
 * @param bound how many pairs are held at a time besides the forest (16 bytes each)
 */
export function createStrongestPairs(stateCount: number, bound = 1 << 18): StrongestPairs {
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
    add(leftState, rightState, pairPhi) {
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
