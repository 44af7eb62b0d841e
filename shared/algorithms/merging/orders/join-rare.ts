import type { Order } from '../search.ts';

/**
 * States with fewer visits than `leastVisits` join another state of their symbol without a test, from the
 * start outward: the one with most visits so far (ties: the smaller), otherwise the next. A state that cannot
 * join any stays.
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
