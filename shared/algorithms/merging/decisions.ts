import { ROLE_NAMES } from '../../domain/dialogue.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import type { PrefixTree } from '../automaton/tree/prefix-tree.ts';
import type { Merging, Refusal, Rule } from './merging.ts';

export type AccessPath = readonly SymbolInfo[];

/** A person's decision on states; it overrides every policy. */
export type MergeDecision =
  | { readonly kind: 'merge' | 'never'; readonly left: AccessPath; readonly right: AccessPath }
  /** Merge the state only if a person decides so. */
  | { readonly kind: 'pin'; readonly left: AccessPath };

export function withDecision(decisions: readonly MergeDecision[], made: MergeDecision): MergeDecision[] {
  const statesOf = (decision: MergeDecision): string =>
    (decision.kind === 'pin' ? [decision.left] : [decision.left, decision.right])
      .map((path) => JSON.stringify(path))
      .sort()
      .join(' ');
  return [...decisions.filter((decision) => statesOf(decision) !== statesOf(made)), made];
}

export type DecisionOutcome =
  | { readonly outcome: 'kept' }
  /** The path from the start is gone: no dialogue takes it now. */
  | { readonly outcome: 'not-found'; readonly path: AccessPath }
  | { readonly outcome: 'refused'; readonly reason: Refusal };

interface DecisionResult {
  readonly outcomes: readonly DecisionOutcome[];
  readonly rule: Rule;
  readonly accepted: number;
  readonly forced: number;
}

export function decide(
  merging: Merging,
  symbols: readonly SymbolInfo[],
  decisions: readonly MergeDecision[],
  base: Rule,
): DecisionResult {
  const idOf = new Map(symbols.map(({ role, tag }, id) => [`${role} ${tag}`, id]));
  const stateOf = (path: AccessPath): number =>
    path.reduce((state, { role, tag }) => childBy(merging.tree, state, idOf.get(`${role} ${tag}`) ?? -1), 0);
  const found = decisions.map((decision) => {
    const paths = decision.kind === 'pin' ? [decision.left] : [decision.left, decision.right];
    const states = paths.map(stateOf);
    const missing = paths[states.indexOf(-1)];
    return { kind: decision.kind, left: states[0], right: states[1] ?? states[0], missing };
  });
  const known = found.filter(({ missing }) => missing === undefined);
  const apart = known.filter(({ kind }) => kind === 'never');
  const pinned = known.filter(({ kind }) => kind === 'pin').map(({ left }) => left);

  const keepApart: Rule = (_merging, left, right) => {
    for (const never of apart) {
      const one = merging.classOf(never.left);
      const other = merging.classOf(never.right);
      if (Math.min(one, other) === left && Math.max(one, other) === right)
        return { kind: 'never', left, right };
    }
    return null;
  };
  const ofPeople: Rule = (...pair) => base(...pair) ?? keepApart(...pair);
  let accepted = 0;
  let forced = 0;
  const outcomes = found.map(({ kind, left, right, missing }): DecisionOutcome => {
    if (missing !== undefined) return { outcome: 'not-found', path: missing };
    if (kind !== 'merge') return { outcome: 'kept' };
    const verdict = merging.merge(left, right, ofPeople);
    if (!verdict.merged) return { outcome: 'refused', reason: verdict.reason };
    if (verdict.changed.size > 0) accepted++;
    forced += verdict.forced;
    return { outcome: 'kept' };
  });
  return {
    outcomes,
    accepted,
    forced,
    rule(...pair) {
      const refusal = ofPeople(...pair);
      if (refusal !== null) return refusal;
      const [, left, right] = pair;
      for (const state of pinned) {
        const stateClass = merging.classOf(state);
        if (stateClass === left || stateClass === right) return { kind: 'pinned', left, right };
      }
      return null;
    },
  };
}

function childBy({ childOffsets, symbols }: PrefixTree, state: number, symbol: number): number {
  if (state === -1) return -1;
  for (let child = childOffsets[state]; child < childOffsets[state + 1]; child++)
    if (symbols[child] === symbol) return child;
  return -1;
}

const describePath = (path: AccessPath): string =>
  path.length === 0 ? 'the start' : path.map(({ role, tag }) => `${ROLE_NAMES[role]} #${tag}`).join(' → ');

export function describeDecision(decision: MergeDecision): string {
  const left = describePath(decision.left);
  switch (decision.kind) {
    case 'merge':
      return `Merge the states after ${left} and after ${describePath(decision.right)}`;
    case 'never':
      return `Never merge the states after ${left} and after ${describePath(decision.right)}`;
    case 'pin':
      return `Keep the state after ${left} as it is`;
  }
}

const WHY: Readonly<Partial<Record<Refusal['kind'], string>>> = {
  start: 'the start is never merged',
  roles: 'states after the customer and after the agent are never merged',
  never: 'it would merge states that another decision keeps apart',
};

export function describeUnkept(
  decisions: readonly MergeDecision[],
  outcomes: readonly DecisionOutcome[],
): string[] {
  return outcomes.flatMap((outcome, at) => {
    const decision = decisions[at];
    if (outcome.outcome === 'kept' || decision === undefined) return [];
    const why =
      outcome.outcome === 'not-found'
        ? `no dialogue begins with ${describePath(outcome.path)}`
        : (WHY[outcome.reason.kind] ?? 'it contradicts another decision');
    return [`This decision was not applied: ${describeDecision(decision)}. Reason: ${why}.`];
  });
}
