import type { SymbolInfo } from '../../../domain/symbols.ts';
import type { PrefixTree } from '../tree/prefix-tree.ts';
import { acceptedPairs } from './candidate-pairs.ts';
import { closeUnderDeterminism } from './determinism.ts';
import { NO_PAIRS, type StatePairs } from './strongest-pairs.ts';

/** The result of merging a prefix tree: the new number of each state, and counts. */
interface Merging {
  /** length = tree states; merged states have the same number */
  readonly classOf: Int32Array;
  /** Pairs of one role with φ > λ. */
  readonly candidates: number;
  /** Candidates whose states were not merged yet, in the order accepted. */
  readonly accepted: StatePairs;
  /** Further merges, forced by determinism. */
  readonly forced: number;
  /** Classes after the accepted pairs alone, before determinism forced more. */
  readonly classesBeforeClosure: number;
  readonly classes: number;
}

/**
 * Merges the states of a prefix tree (section 3.2.3). φ is computed once, on the unmerged tree. All pairs of one role
 * with φ > λ are merged, by falling φ, then by the smallest states; then determinism is restored.
 *
 * The order decides only which pairs count as accepted. The classes and all counts are the same in any order, since
 * no pair is scored again or refused.
 *
 * @param lambda λ ≥ 0; null merges nothing
 * @throws RangeError on a negative λ or one that is no number
 */
export function mergeStates(
  tree: PrefixTree,
  symbols: readonly SymbolInfo[],
  lambda: number | null,
): Merging {
  if (lambda !== null && !(lambda >= 0)) {
    throw new RangeError(`lambda is ${lambda}; expected a number of 0 or more, or null to merge nothing.`);
  }
  const { candidates, accepted } =
    lambda === null ? { candidates: 0, accepted: NO_PAIRS } : acceptedPairs(tree, symbols, lambda);
  const closure = closeUnderDeterminism(tree, accepted);
  return {
    classOf: closure.classOf,
    candidates,
    accepted,
    forced: closure.forced,
    classesBeforeClosure: tree.stateCount - accepted.length,
    classes: closure.classCount,
  };
}
