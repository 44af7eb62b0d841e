import { type DrawnAutomaton, outgoingOf } from '../drawn-automaton.ts';
import { pathTo, spanningTree } from './spanning-tree.ts';
import type { VisibleFilter } from './visible.ts';

/** Most states of a slide. With more, labels are hard to read in a room. */
export const MOST_TOLD = 12;
const FEW_TOLD = 8;

/**
 * Returns the states to draw for a sentence, ascending: the wanted ones, their shortest paths from q₀, and the most
 * visited neighbors. A wanted state whose path does not fit into `most` is left out.
 */
export function statesAbout(
  automaton: DrawnAutomaton,
  wanted: readonly number[],
  { cover }: Pick<VisibleFilter, 'cover'> = {},
  most = MOST_TOLD,
): number[] {
  const { support } = automaton.states;
  const { from, to } = automaton.transitions;
  const outgoing = outgoingOf(automaton, cover);
  const tree = spanningTree(automaton, null, outgoing);
  const told = new Set([0]);
  const add = (states: Iterable<number>, limit: number): void => {
    for (const state of [...new Set(states)].sort((a, b) => support[b] - support[a] || a - b)) {
      const path = pathTo(tree, state).filter((step) => !told.has(step));
      if (told.size + path.length <= limit) for (const step of path) told.add(step);
    }
  };
  add(wanted, most);
  const kept = new Set(wanted.filter((state) => told.has(state)));
  if (kept.size === 0) add(tree.order, most);
  else {
    const beside = [...outgoing.transitions].flatMap((transition) =>
      kept.has(from[transition]) ? to[transition] : kept.has(to[transition]) ? from[transition] : [],
    );
    add(beside, Math.min(most, FEW_TOLD));
  }
  return [...told].sort((first, second) => first - second);
}
