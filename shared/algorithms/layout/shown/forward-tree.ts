import { append } from '../../../domain/append.ts';
import type { DrawnAutomaton, Outgoing } from '../drawn-automaton.ts';
import type { SpanningTree } from './spanning-tree.ts';

/** Most levels of a picture; with more, it is too wide to be readable. */
const MOST_LEVELS = 10;
/**
 * A transition is strong if it has at least this share of the state's strongest incoming transition. A state comes
 * after all sources of its strong transitions. The first share that needs few enough levels is used.
 */
const SHARES = [0.3, 1] as const;

/**
 * Returns a path from q₀ to every shown state, in the order in which dialogues reach them. By fewest transitions,
 * nearly all moves would be side by side, because dialogues repeat moves. The next state is the one with most of its
 * dialogues from placed states. Its level is one after the deepest strong transition into it. After Eades, Lin and
 * Smyth (1993), but with shares of counts and from q₀. O(states² + transitions · log).
 */
export function forwardTree(
  automaton: DrawnAutomaton,
  shown: Uint8Array | null,
  outgoing: Outgoing,
): SpanningTree {
  const { from, to } = automaton.transitions;
  const transitions = [...outgoing.transitions].filter(
    (transition) =>
      from[transition] !== to[transition] && (!shown || (shown[from[transition]] && shown[to[transition]])),
  );
  const order = forwardOrder(automaton, transitions);
  const rank = new Map(order.map((state, at) => [state, at]));
  const into = new Map<number, number[]>(order.map((state) => [state, []]));
  for (const transition of transitions) {
    const [before, after] = [rank.get(from[transition]), rank.get(to[transition])];
    if (before !== undefined && after !== undefined && before < after)
      into.get(to[transition])?.push(transition);
  }
  const trees = SHARES.map((share) => treeAlong(automaton, order, into, share));
  return trees.find(({ levels }) => Math.max(...levels) <= MOST_LEVELS) ?? trees[trees.length - 1];
}

/** The next state is the one that gets the largest share of its dialogues from earlier states. */
function forwardOrder({ states, transitions }: DrawnAutomaton, drawn: readonly number[]): number[] {
  const { from, to, support } = transitions;
  const stateCount = states.roles.length;
  const total = new Float64Array(stateCount);
  const behind = new Float64Array(stateCount);
  const outOf = new Map<number, number[]>();
  for (const transition of drawn) {
    total[to[transition]] += support[transition];
    append(outOf, from[transition], transition);
  }
  const share = (state: number): number => (total[state] > 0 ? behind[state] / total[state] : 0);
  const order: number[] = [];
  const placed = new Set<number>();
  const next = new Set<number>(stateCount > 0 ? [0] : []);
  while (next.size > 0) {
    const [state] = [...next].reduce<[number, number]>(
      (best, other) => {
        const of = share(other);
        return of > best[1] || (of === best[1] && other < best[0]) ? [other, of] : best;
      },
      [-1, -1],
    );
    next.delete(state);
    placed.add(state);
    order.push(state);
    for (const transition of outOf.get(state) ?? []) {
      behind[to[transition]] += support[transition];
      if (!placed.has(to[transition])) next.add(to[transition]);
    }
  }
  return order;
}

/** @param into by state, the transitions from earlier states */
function treeAlong(
  { states, transitions }: DrawnAutomaton,
  order: readonly number[],
  into: ReadonlyMap<number, readonly number[]>,
  share: number,
): SpanningTree {
  const { from, support, symbol } = transitions;
  const [parents, entering, levels] = [0, 1, 2].map(() => new Int32Array(states.roles.length).fill(-1));
  for (const state of order) {
    const entries = into.get(state) ?? [];
    const most = entries.reduce((best, transition) => Math.max(best, support[transition]), 0);
    const before = entries.reduce(
      (deepest, transition) =>
        support[transition] >= share * most ? Math.max(deepest, levels[from[transition]]) : deepest,
      -1,
    );
    levels[state] = before + 1;
    const [transition] = entries
      .filter((one) => levels[from[one]] === before)
      .sort((a, b) => support[b] - support[a] || from[a] - from[b] || symbol[a] - symbol[b]);
    if (transition === undefined) continue;
    entering[state] = transition;
    parents[state] = from[transition];
  }
  const byLevel = [...order].sort((a, b) => levels[a] - levels[b]);
  return { parents, entering, levels, order: Int32Array.from(byLevel) };
}
