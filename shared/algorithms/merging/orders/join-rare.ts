import type { Order } from '../search.ts';

/**
 * States with fewer visits than `leastVisits` join another of their symbol, untested, from the start outward: the one that
 * had most visits before (ties: the smaller), or else the next. One that nothing may join stays.
 */
export const joinRare = (leastVisits: number): Order =>
  function* (merging) {
    const { symbols } = merging.tree;
    const all = merging.classes().slice(1);
    const visitsBefore = new Map(all.map((state) => [state, merging.visits(state)]));
    const ofSymbol = new Map<number, number[]>();
    const byVisits = all.toSorted(
      (one, other) => visitsBefore.get(other)! - visitsBefore.get(one)! || one - other,
    );
    for (const state of byVisits) {
      const own = ofSymbol.get(symbols[state]);
      if (own) own.push(state);
      else ofSymbol.set(symbols[state], [state]);
    }
    for (const state of all) {
      if (merging.classOf(state) !== state || merging.visits(state) >= leastVisits) continue;
      for (const home of ofSymbol.get(symbols[state]) ?? []) {
        const other = merging.classOf(home);
        if (other === state && home === state) continue;
        if (other === state || (yield { left: other, right: state, isTested: false }).merged) break;
      }
    }
  };
