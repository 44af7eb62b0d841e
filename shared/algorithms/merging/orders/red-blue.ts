import { lossOfUniting } from '../loss.ts';
import type { Merging } from '../merging.ts';
import type { Order } from '../search.ts';

/**
 * The red-blue order (Lang, Pearlmutter and Price 1998): red states are settled, at first the start; blue are those that
 * red ones lead to. Always the most visited blue state (ties: the smaller) is tried with each red state of its symbol, the
 * one first with which least is lost (ties: the smaller); where none takes it, it becomes red.
 *
 * A blue state with fewer visits than `leastVisits` says too little to be tested: it joins the most visited red state of
 * its symbol, and is red only where there is none.
 */
export const redBlue = (leastVisits: number): Order =>
  function* (merging) {
    const { symbols } = merging.tree;
    const settled = [0];
    for (;;) {
      const reds = new Set(settled.map((state) => merging.classOf(state)));
      const blue = mostVisitedBlue(merging, reds);
      if (blue === -1) return;
      const isTested = merging.visits(blue) >= leastVisits;
      const ownSymbol = [...reds].filter((red) => red !== 0 && symbols[red] === symbols[blue]);
      const worth = new Map(
        ownSymbol.map((red) => [red, isTested ? lossOfUniting(merging, red, blue) : -merging.visits(red)]),
      );
      const bySuit = ownSymbol.sort((one, other) => worth.get(one)! - worth.get(other)! || one - other);
      let isMerged = false;
      for (const red of bySuit) {
        isMerged = (yield { left: red, right: blue, isTested }).merged;
        if (isMerged) break;
      }
      if (!isMerged) settled.push(blue);
    }
  };

function mostVisitedBlue(merging: Merging, reds: ReadonlySet<number>): number {
  let best = -1;
  for (const red of reds) {
    for (const { target } of merging.ways(red).values()) {
      const stateClass = merging.classOf(target);
      if (reds.has(stateClass) || stateClass === best) continue;
      const isMore =
        best === -1 ||
        merging.visits(stateClass) > merging.visits(best) ||
        (merging.visits(stateClass) === merging.visits(best) && stateClass < best);
      if (isMore) best = stateClass;
    }
  }
  return best;
}
