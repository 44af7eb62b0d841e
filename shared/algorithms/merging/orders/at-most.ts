import { lossOfUniting } from '../loss.ts';
import type { Merging } from '../merging.ts';
import type { Order, Proposal } from '../search.ts';

interface RatedPair extends Proposal {
  readonly loss: number;
}

/** Merges, untested, the two states of one symbol with the least loss while there are too many. Ties: the smaller. */
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

/** By the smaller state, then the other. */
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
