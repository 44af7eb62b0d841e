import type { SymbolInfo } from '../../domain/symbols.ts';
import { acceptedPairs } from '../automaton/merging/candidate-pairs.ts';
import type { PrefixTree } from '../automaton/tree/prefix-tree.ts';
import { atMost } from './orders/at-most.ts';
import { givenPairs } from './orders/given-pairs.ts';
import { joinRare } from './orders/join-rare.ts';
import { redBlue } from './orders/red-blue.ts';
import { alergia } from './rules/alergia.ts';
import { kTails } from './rules/k-tails.ts';
import type { MergingPolicy, Order } from './search.ts';

/** A policy as data. */
export interface PolicyOptions {
  readonly policy: 'phi' | 'alergia' | 'k-tails';
  /** For `phi`: λ, see the paper's automaton. */
  readonly lambda: number | null;
  /** For `alergia`: the error of its test, above 0 to 1. */
  readonly alpha: number;
  /** For `k-tails`: the length of the tails. */
  readonly k: number;
  /** The maximum number of states, including the start; null means no limit. */
  readonly states: number | null;
  /** States with fewer visits are not tested but joined to others of their symbol; 0 joins none. */
  readonly leastVisits: number;
  /**
   * The maximum number of unions of states with that many visits that one merge may force; null means no
   * limit.
   */
  readonly mostForced: number | null;
}

/** The least share of visits for a continuation to count as a tail. */
const TAIL_SHARE = 0.1;

/** @throws RangeError on an option out of range */
export function policyOf(
  tree: PrefixTree,
  symbols: readonly SymbolInfo[],
  { policy, lambda, alpha, k, states, leastVisits, mostForced }: PolicyOptions,
): MergingPolicy {
  const [orders, rule] = {
    phi: (): [Order[], null] => [
      lambda === null ? [] : [givenPairs(acceptedPairs(tree, symbols, lambda).accepted)],
      null,
    ],
    alergia: (): [Order[], ReturnType<typeof alergia>] => [[redBlue(leastVisits)], alergia(alpha)],
    'k-tails': (): [Order[], ReturnType<typeof kTails>] => [[redBlue(leastVisits)], kTails(k, TAIL_SHARE)],
  }[policy]();
  const after = [
    ...(leastVisits > 0 ? [joinRare(leastVisits)] : []),
    ...(states === null ? [] : [atMost(states)]),
  ];
  return { orders: [...orders, ...after], rule, mostForced, leastVisits };
}
