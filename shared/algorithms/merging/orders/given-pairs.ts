import type { StatePairs } from '../../automaton/merging/strongest-pairs.ts';
import type { Order } from '../search.ts';

/** Pairs of tree states that were found on the unmerged tree, in their order. */
export const givenPairs = ({ length, left, right }: Pick<StatePairs, 'length' | 'left' | 'right'>): Order =>
  function* () {
    for (let at = 0; at < length; at++) yield { left: left[at], right: right[at], isTested: true };
  };
