import { append } from '../../domain/append.ts';
import type { StatePairs } from '../automaton/merging/strongest-pairs.ts';
import type { Merging } from './merging.ts';
import { lossOfUniting } from './rules.ts';
import type { Order, Proposal } from './search.ts';

interface RatedPair extends Proposal {
  readonly loss: number;
}

/** Merges the two states of one symbol with the least loss until few are left. Ties go to the smaller states. */
export const atMost = (states: number): Order =>
  function* (merging) {
    let pairs = merging.classCount > states ? pairsOfSymbols(merging) : [];
    while (merging.classCount > states && pairs.length > 0) {
      const best = pairs.reduce((one, other) => (other.loss < one.loss ? other : one));
      const verdict = yield best;
      pairs = pairs.filter((pair) => pair !== best);
      if (!verdict.merged) continue;
      const { changed } = verdict;
      pairs = pairs.filter(({ left, right }) => isClass(merging, left) && isClass(merging, right));
      pairs = pairs.map((pair) =>
        changed.has(pair.left) || changed.has(pair.right) ? rated(merging, pair.left, pair.right) : pair,
      );
    }
  };

const isClass = (merging: Merging, state: number): boolean => merging.classOf(state) === state;

const rated = (merging: Merging, left: number, right: number): RatedPair => ({
  left,
  right,
  isTested: false,
  loss: lossOfUniting(merging, left, right),
});

function pairsOfSymbols(merging: Merging): RatedPair[] {
  const { symbols } = merging.tree;
  const all = merging.classes();
  return all.flatMap((left, at) =>
    all
      .slice(at + 1)
      .filter((right) => symbols[left] === symbols[right])
      .map((right) => rated(merging, left, right)),
  );
}

export const givenPairs = ({ length, left, right }: Pick<StatePairs, 'length' | 'left' | 'right'>): Order =>
  function* () {
    for (let at = 0; at < length; at++) yield { left: left[at], right: right[at], isTested: true };
  };

/** States with fewer visits join the most visited earlier state of their symbol, otherwise a later one. */
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
      append(ofSymbol, symbols[state], state);
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

/**
 * The red-blue order (Lang, Pearlmutter and Price 1998). Red states are final; blue states follow red ones. The most
 * visited blue state is tried with each red one of its symbol, least loss first. If all are refused, it becomes red.
 * Ties go to the smaller state. A blue state with fewer visits than `leastVisits` joins the most visited red one
 * without a test.
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
    for (const { target } of merging.transitions(red).values()) {
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
