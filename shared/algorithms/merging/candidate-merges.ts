import type { AutomatonStructure } from '../../domain/automaton.ts';

interface CandidateMerge {
  readonly left: number;
  readonly right: number;
  readonly alike: number;
  /** Other pairs that would be merged too, nearest first, because a state has only one target per symbol. */
  readonly forced: readonly (readonly [number, number])[];
}

type Future = ReadonlyMap<number, number>;

/** The number of pairs grows with the square of this number. */
const MOST_STATES = 400;

export function futureOf(structure: AutomatonStructure, state: number): Future {
  const { transitionOffsets, transitionSymbols, transitionSupport, ends } = structure;
  const future = new Map<number, number>();
  for (let at = transitionOffsets[state]; at < transitionOffsets[state + 1]; at++)
    future.set(transitionSymbols[at], transitionSupport[at]);
  if (ends[state] > 0) future.set(-1, ends[state]);
  return future;
}

const sum = (future: Future): number => [...future.values()].reduce((all, count) => all + count, 0);

/** Returns the similarity of two futures, 0 … 1: Σ min(p, q) over their shares. Two unknown futures have similarity 1. */
export function alikeness(left: Future, right: Future): number {
  const [ofLeft, ofRight] = [sum(left), sum(right)];
  if (ofLeft === 0 || ofRight === 0) return ofLeft === ofRight ? 1 : 0;
  let shared = 0;
  for (const [symbol, count] of left) shared += Math.min(count / ofLeft, (right.get(symbol) ?? 0) / ofRight);
  return Math.min(1, shared);
}

/** Returns, breadth first, the pairs that determinism forces to merge; null for two roles or the start. */
export function forcedBy(
  structure: AutomatonStructure,
  left: number,
  right: number,
): (readonly [number, number])[] | null {
  const { transitionOffsets, transitionSymbols, transitionTargets, roles } = structure;
  const parents = new Map<number, number>();
  const find = (state: number): number => {
    let at = state;
    for (let up = parents.get(at); up !== undefined; up = parents.get(at)) at = up;
    return at;
  };
  const transitions = new Map<number, Map<number, number>>();
  const transitionsOf = (state: number): Map<number, number> => {
    const known = transitions.get(state);
    if (known) return known;
    const own = new Map<number, number>();
    for (let at = transitionOffsets[state]; at < transitionOffsets[state + 1]; at++)
      own.set(transitionSymbols[at], transitionTargets[at]);
    transitions.set(state, own);
    return own;
  };
  const unions: [number, number][] = [];
  const queue: [number, number][] = [[left, right]];
  for (const [one, other] of queue) {
    const [kept, gone] = [find(one), find(other)].sort((a, b) => a - b);
    if (kept === gone) continue;
    if (kept === 0 || roles[kept] !== roles[gone]) return null;
    unions.push([kept, gone]);
    parents.set(gone, kept);
    const into = transitionsOf(kept);
    for (const [symbol, target] of transitionsOf(gone)) {
      const known = into.get(symbol);
      if (known === undefined) into.set(symbol, target);
      else queue.push([known, target]);
    }
  }
  return unions.slice(1);
}

/** Returns pairs of similar states of one role, most similar first, then most visited. O(states²). */
export function candidateMerges(
  structure: AutomatonStructure,
  { support, alike, most }: { readonly support: number; readonly alike: number; readonly most: number },
): CandidateMerge[] {
  const { stateCount, roles, support: visits } = structure;
  const states = Array.from({ length: stateCount - 1 }, (_, at) => at + 1)
    .filter((state) => visits[state] >= support)
    .sort((a, b) => visits[b] - visits[a] || a - b)
    .slice(0, MOST_STATES)
    .sort((a, b) => a - b);
  const futures = new Map(states.map((state) => [state, futureOf(structure, state)]));
  const pairs = states.flatMap((left, at) =>
    states.slice(at + 1).flatMap((right) => {
      if (roles[left] !== roles[right]) return [];
      const score = alikeness(futures.get(left) ?? new Map(), futures.get(right) ?? new Map());
      return score >= alike ? [{ left, right, alike: score }] : [];
    }),
  );
  const smaller = ({ left, right }: { left: number; right: number }) => Math.min(visits[left], visits[right]);
  pairs.sort((a, b) => b.alike - a.alike || smaller(b) - smaller(a) || a.left - b.left || a.right - b.right);
  const found: CandidateMerge[] = [];
  for (const pair of pairs) {
    if (found.length === most) break;
    const forced = forcedBy(structure, pair.left, pair.right);
    if (forced) found.push({ ...pair, forced });
  }
  return found;
}
