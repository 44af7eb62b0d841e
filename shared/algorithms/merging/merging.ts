import type { PrefixTree } from '../automaton/tree/prefix-tree.ts';

interface ClassTransition {
  readonly target: number;
  readonly count: number;
}

/** The reason why two classes were not merged, and the two classes to which the reason applies. */
export type Refusal = { readonly left: number; readonly right: number } & (
  | { readonly kind: 'start' }
  | { readonly kind: 'roles' }
  | { readonly kind: 'pinned' | 'never' }
  /** The merge would force too many other merges. */
  | { readonly kind: 'forces'; readonly most: number }
  /** The shares, 0 … 1, of a next symbol (-1: the end) differ by more than chance allows. */
  | { readonly kind: 'shares'; readonly symbol: number; readonly shares: readonly [number, number] }
  /** Only one of them continues with a symbol (-1: ends) often enough. */
  | { readonly kind: 'tails'; readonly symbol: number }
);

export type Verdict =
  | { readonly merged: false; readonly reason: Refusal }
  /** `forced`: unions besides the requested one. `changed`: the classes that grew; empty if they were one already. */
  | { readonly merged: true; readonly forced: number; readonly changed: ReadonlySet<number> };

/**
 * Returns the reason against a merge, or null. Called for the requested pair, then for each forced one.
 * @param depth symbols between the requested pair and this one
 */
export type Rule = (merging: Merging, left: number, right: number, depth: number) => Refusal | null;

export interface Merging {
  readonly tree: PrefixTree;
  readonly classCount: number;
  classOf(state: number): number;
  classes(): number[];
  visits(stateClass: number): number;
  ends(stateClass: number): number;
  transitions(stateClass: number): ReadonlyMap<number, ClassTransition>;
  /** Merges two classes, then those that determinism forces, breadth first. Undoes all if the rule refuses one. */
  merge(left: number, right: number, rule: Rule): Verdict;
}

export function createMerging(tree: PrefixTree): Merging {
  const { stateCount, dialogueCount, support, childOffsets, symbols } = tree;
  const parents = Int32Array.from({ length: stateCount }, (_, state) => state);
  const visits = support.slice();
  visits[0] = dialogueCount;
  const going = new Int32Array(stateCount);
  for (let state = 1; state < stateCount; state++) going[tree.parents[state]] += support[state];
  const known = new Array<Map<number, ClassTransition> | undefined>(stateCount);
  let classCount = stateCount;
  let isTrial = false;

  function find(state: number): number {
    let at = state;
    while (parents[at] !== at) {
      // A trial may be undone, so it must not shorten paths.
      if (!isTrial) parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  }

  function transitionsOf(stateClass: number): Map<number, ClassTransition> {
    let transitions = known[stateClass];
    if (transitions === undefined) {
      transitions = new Map();
      for (let child = childOffsets[stateClass]; child < childOffsets[stateClass + 1]; child++)
        transitions.set(symbols[child], { target: child, count: support[child] });
      known[stateClass] = transitions;
    }
    return transitions;
  }

  function unite(keeps: number, goes: number, depth: number, queue: number[], undo: (() => void)[]): void {
    const before = [transitionsOf(keeps), transitionsOf(goes)] as const;
    const [larger, smaller] = before[0].size < before[1].size ? [before[1], before[0]] : before;
    const added = [...smaller].sort(([left], [right]) => left - right);
    const replaced = added.map(([symbol]) => larger.get(symbol));
    parents[goes] = keeps;
    visits[keeps] += visits[goes];
    going[keeps] += going[goes];
    classCount--;
    for (const [at, [symbol, { target, count }]] of added.entries()) {
      const other = replaced[at];
      larger.set(symbol, { target: other?.target ?? target, count: count + (other?.count ?? 0) });
      if (other) queue.push(other.target, target, depth + 1);
    }
    known[keeps] = larger;
    undo.push(() => {
      for (const [at, [symbol]] of added.entries()) {
        const other = replaced[at];
        if (other) larger.set(symbol, other);
        else larger.delete(symbol);
      }
      [known[keeps], known[goes]] = before;
      classCount++;
      going[keeps] -= going[goes];
      visits[keeps] -= visits[goes];
      parents[goes] = goes;
    });
  }

  const merging: Merging = {
    tree,
    get classCount() {
      return classCount;
    },
    classOf: find,
    classes: () => Array.from(parents.keys()).filter((state) => parents[state] === state),
    visits: (stateClass) => visits[stateClass],
    ends: (stateClass) => visits[stateClass] - going[stateClass],
    transitions: transitionsOf,
    merge(left, right, rule) {
      const queue = [left, right, 0];
      const undo: (() => void)[] = [];
      const kept: number[] = [];
      isTrial = true;
      for (let at = 0; at < queue.length; at += 3) {
        const one = find(queue[at]);
        const other = find(queue[at + 1]);
        if (one === other) continue;
        const reason = rule(merging, Math.min(one, other), Math.max(one, other), queue[at + 2]);
        if (reason !== null) {
          for (const step of undo.toReversed()) step();
          isTrial = false;
          return { merged: false, reason };
        }
        unite(Math.min(one, other), Math.max(one, other), queue[at + 2], queue, undo);
        kept.push(Math.min(one, other));
      }
      isTrial = false;
      return { merged: true, forced: Math.max(0, kept.length - 1), changed: new Set(kept.map(find)) };
    },
  };
  return merging;
}
