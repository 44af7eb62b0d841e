import { type DrawnAutomaton, type Outgoing, outgoingOf } from '../drawn-automaton.ts';

/** One path from q₀ to every shown state, with the fewest transitions and, among those, the strongest. */
export interface SpanningTree {
  /** By state: the previous state on the path from q₀; −1 for q₀ and hidden states. */
  readonly parents: Int32Array;
  /** By state: the transition to the state on that path; −1 for none. */
  readonly entering: Int32Array;
  /** By state: number of transitions on that path; −1 for hidden states. */
  readonly levels: Int32Array;
  /** The shown states, q₀ first, level by level. */
  readonly order: Int32Array;
}

/**
 * Searches breadth first from q₀ through shown states. O(states + transitions). A tree edge is the strongest transition
 * from the level before (ties: smaller source, then symbol id).
 */
export function spanningTree(
  automaton: DrawnAutomaton,
  shown: Uint8Array | null,
  outgoing: Outgoing = outgoingOf(automaton),
): SpanningTree {
  const stateCount = automaton.states.roles.length;
  const { to, symbol, support } = automaton.transitions;
  const parents = new Int32Array(stateCount).fill(-1);
  const entering = new Int32Array(stateCount).fill(-1);
  const levels = new Int32Array(stateCount).fill(-1);
  const order = new Int32Array(stateCount);
  let queued = 0;
  if (stateCount > 0) {
    levels[0] = 0;
    order[queued++] = 0;
  }
  const beats = (candidate: number, source: number, current: number, currentSource: number): boolean => {
    if (support[candidate] !== support[current]) return support[candidate] > support[current];
    if (source !== currentSource) return source < currentSource;
    return symbol[candidate] < symbol[current];
  };
  for (let head = 0; head < queued; head++) {
    const state = order[head];
    for (let slot = outgoing.offsets[state]; slot < outgoing.offsets[state + 1]; slot++) {
      const transition = outgoing.transitions[slot];
      const target = to[transition];
      if (shown && !shown[target]) continue;
      if (levels[target] < 0) {
        levels[target] = levels[state] + 1;
        order[queued++] = target;
      } else if (
        levels[target] !== levels[state] + 1 ||
        !beats(transition, state, entering[target], parents[target])
      ) {
        continue;
      }
      parents[target] = state;
      entering[target] = transition;
    }
  }
  return { parents, entering, levels, order: order.slice(0, queued) };
}

export function pathTo(tree: SpanningTree, state: number): number[] {
  if (state < 0 || state >= tree.levels.length || tree.levels[state] < 0) return [];
  const path: number[] = [];
  for (let current = state; current >= 0; current = tree.parents[current]) path.push(current);
  return path.reverse();
}

/** Children in the tree, strongest first (ties: smaller state): `children[offsets[q]] … children[offsets[q+1]-1]`. */
export function treeChildren(
  automaton: DrawnAutomaton,
  tree: SpanningTree,
): { offsets: Int32Array; children: Int32Array } {
  const stateCount = tree.parents.length;
  const { support } = automaton.transitions;
  const offsets = new Int32Array(stateCount + 1);
  for (const state of tree.order) if (tree.parents[state] >= 0) offsets[tree.parents[state] + 1]++;
  for (let state = 0; state < stateCount; state++) offsets[state + 1] += offsets[state];
  const byStrength = [...tree.order]
    .filter((state) => tree.parents[state] >= 0)
    .sort(
      (first, second) => support[tree.entering[second]] - support[tree.entering[first]] || first - second,
    );
  const next = offsets.slice(0, stateCount);
  const children = new Int32Array(byStrength.length);
  for (const state of byStrength) children[next[tree.parents[state]]++] = state;
  return { offsets, children };
}

/** Returns the states on the paths from q₀ to the given ones (see `spanningTree`), ascending. */
export function revealing(automaton: DrawnAutomaton, states: readonly number[]): number[] {
  const tree = spanningTree(automaton, null);
  const needed = new Set<number>();
  for (const state of states) for (const step of pathTo(tree, state)) needed.add(step);
  return [...needed].sort((first, second) => first - second);
}
