/** A tree under construction: states are numbered in the order added, children are linked lists. */
export interface TreeBuilder {
  readonly stateCount: number;
  /** Adds a state below `parent`, entered by `symbol`; returns its number. */
  add(parent: number, symbol: number): number;
  /** The child added last, -1 if there is none. */
  lastChild(state: number): number;
  /** The child of the same parent added before, -1 if there is none. */
  childBefore(state: number): number;
  /** Transitions from the root. */
  depth(state: number): number;
  parent(state: number): number;
  /** The entering symbol, -1 for the root. */
  symbol(state: number): number;
}

/**
 * @param from states to begin with instead of the root alone, with their numbers and the present symbols
 */
export function createTreeBuilder(from?: {
  readonly parents: Int32Array;
  readonly symbols: Int32Array;
}): TreeBuilder {
  let capacity = Math.max(1024, 2 * (from?.parents.length ?? 1));
  let parents = new Int32Array(capacity).fill(-1);
  let symbols = new Int32Array(capacity).fill(-1);
  let lastChildren = new Int32Array(capacity).fill(-1);
  let previousSiblings = new Int32Array(capacity).fill(-1);
  let depths = new Int32Array(capacity);
  let stateCount = 1;

  for (let state = 1; from !== undefined && state < from.parents.length; state++) {
    // A parent has the smaller number, so its depth is known.
    const parent = from.parents[state];
    parents[state] = parent;
    symbols[state] = from.symbols[state];
    previousSiblings[state] = lastChildren[parent];
    lastChildren[parent] = state;
    depths[state] = depths[parent] + 1;
    stateCount++;
  }

  function grow(): void {
    capacity *= 2;
    parents = enlarged(parents, capacity);
    symbols = enlarged(symbols, capacity);
    lastChildren = enlarged(lastChildren, capacity);
    previousSiblings = enlarged(previousSiblings, capacity);
    depths = enlarged(depths, capacity);
  }

  return {
    get stateCount() {
      return stateCount;
    },
    add(parent, symbol) {
      if (stateCount === capacity) grow();
      const state = stateCount++;
      parents[state] = parent;
      symbols[state] = symbol;
      previousSiblings[state] = lastChildren[parent];
      lastChildren[state] = -1;
      lastChildren[parent] = state;
      depths[state] = depths[parent] + 1;
      return state;
    },
    lastChild: (state) => lastChildren[state],
    childBefore: (state) => previousSiblings[state],
    depth: (state) => depths[state],
    parent: (state) => parents[state],
    symbol: (state) => symbols[state],
  };
}

function enlarged(values: Int32Array<ArrayBuffer>, capacity: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(capacity);
  larger.set(values);
  return larger;
}
