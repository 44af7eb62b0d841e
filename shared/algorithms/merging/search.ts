import { ROLES } from '../../domain/dialogue.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import type { PrefixTree } from '../automaton/tree/prefix-tree.ts';
import { type DecisionOutcome, decide, type MergeDecision } from './decisions.ts';
import { createMerging, type Merging, type Refusal, type Rule, type Verdict } from './merging.ts';

export interface Proposal {
  readonly left: number;
  readonly right: number;
  /** False if the policy's rule is not asked. People's decisions always apply. */
  readonly isTested: boolean;
}

/** Yields the pairs to try, one after the other. It receives the verdict on a pair before it yields the next. */
export type Order = (merging: Merging) => Generator<Proposal, void, Verdict>;

export interface MergingPolicy {
  readonly orders: readonly Order[];
  readonly rule: Rule | null;
  readonly mostForced: number | null;
  /** A union counts as forced only if both states have at least this many visits. */
  readonly leastVisits: number;
}

export interface TriedPair extends Proposal {
  readonly verdict: Verdict;
}

export interface MergeResult {
  /** length = tree states; merged states have the same number, the smallest among them */
  readonly classOf: Int32Array;
  readonly classes: number;
  readonly tried: number;
  readonly accepted: number;
  readonly forced: number;
  readonly refused: Readonly<Partial<Record<Refusal['kind'], number>>>;
  readonly decisions: readonly DecisionOutcome[];
}

/**
 * Merges the states of a prefix tree by a policy; the result is a congruence. People's merges come first, and pairs
 * they forbid are never merged, even if forced. States of two roles, and the start, are never merged.
 * @param onTried called for every tried pair; throw to stop
 */
export function mergeByPolicy(
  tree: PrefixTree,
  symbols: readonly SymbolInfo[],
  policy: MergingPolicy,
  decisions: readonly MergeDecision[] = [],
  onTried: (tried: TriedPair) => void = () => {},
): MergeResult {
  const merging = createMerging(tree);
  const decided = decide(merging, symbols, decisions, sameKind(tree, symbols));
  let tried = 0;
  let accepted = 0;
  let forced = 0;
  const refused: Partial<Record<Refusal['kind'], number>> = {};
  const attempt = ({ left, right, isTested }: Proposal): Verdict => {
    const limit = limitForced(policy);
    const { rule } = policy;
    return merging.merge(left, right, (...pair) => {
      const spoken = decided.rule(...pair);
      if (spoken !== null || !isTested) return spoken;
      return limit(...pair) ?? rule?.(...pair) ?? null;
    });
  };
  for (const order of policy.orders) {
    const proposals = order(merging);
    for (let next = proposals.next(); !next.done; ) {
      const verdict = attempt(next.value);
      tried++;
      if (verdict.merged) {
        if (verdict.changed.size > 0) accepted++;
        forced += verdict.forced;
      } else refused[verdict.reason.kind] = (refused[verdict.reason.kind] ?? 0) + 1;
      onTried({ ...next.value, verdict });
      next = proposals.next(verdict);
    }
  }
  return {
    classOf: Int32Array.from({ length: tree.stateCount }, (_, state) => merging.classOf(state)),
    classes: merging.classCount,
    tried,
    accepted: accepted + decided.accepted,
    forced: forced + decided.forced,
    refused,
    decisions: decided.outcomes,
  };
}

/** Returns the rule that refuses to merge the start, or states of two roles. */
function sameKind({ symbols: entering }: PrefixTree, symbols: readonly SymbolInfo[]): Rule {
  const roles = Int8Array.from(entering, (symbol) => (symbol < 0 ? -1 : ROLES.indexOf(symbols[symbol].role)));
  return (_merging, left, right) => {
    if (left === 0 || right === 0) return { kind: 'start', left, right };
    return roles[left] === roles[right] ? null : { kind: 'roles', left, right };
  };
}

function limitForced({ mostForced, leastVisits }: MergingPolicy): Rule {
  let forced = 0;
  return (merging, left, right, depth) => {
    if (mostForced === null || depth === 0) return null;
    if (Math.min(merging.visits(left), merging.visits(right)) < leastVisits) return null;
    return ++forced > mostForced ? { kind: 'forces', most: mostForced, left, right } : null;
  };
}
