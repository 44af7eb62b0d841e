import { append } from '../../../domain/append.ts';
import { type Cover, type DrawnAutomaton, isChosen, isDrawn } from '../drawn-automaton.ts';
import type { SpanningTree } from './spanning-tree.ts';

export interface Bundle {
  readonly from: number;
  readonly to: number;
  /** Indices into the automaton's transitions, strongest first (ties: smaller symbol id). */
  readonly transitions: readonly number[];
  /** Distinct dialogues on the edge, or an upper bound: min(Σ support, |I(from)|, |I(to)|). */
  readonly support: number;
  readonly exact: boolean;
  /** The states of the chain that the edge replaces, in order. */
  readonly through?: readonly number[];
}

export function bundlesOf(automaton: DrawnAutomaton, shown: Uint8Array, cover?: Cover): Bundle[] {
  const { from, to, symbol, support, together } = automaton.transitions;
  const stateCount = automaton.states.roles.length;
  const groups = new Map<number, number[]>();
  for (let index = 0; index < from.length; index++) {
    if (!shown[from[index]] || !shown[to[index]] || !isDrawn(automaton, cover, index)) continue;
    const key = from[index] * stateCount + to[index];
    append(groups, key, index);
  }
  const bundles: Bundle[] = [];
  for (const transitions of groups.values()) {
    transitions.sort((first, second) => support[second] - support[first] || symbol[first] - symbol[second]);
    const source = from[transitions[0]];
    const target = to[transitions[0]];
    const total = transitions.reduce((sum, index) => sum + support[index], 0);
    const most = Math.min(total, automaton.states.support[source], automaton.states.support[target]);
    const counted = transitions.length === 1 ? total : together?.[transitions[0]];
    const exact = counted !== undefined;
    bundles.push({ from: source, to: target, transitions, support: counted ?? most, exact });
  }
  return bundles.sort((first, second) => first.from - second.from || first.to - second.to);
}

export interface ShownTransitions {
  readonly shown: number;
  readonly all: number;
}

/** Counts the visible transitions: those on the edges, and those within visible boxes. O(states + transitions). */
export function countShown(
  automaton: DrawnAutomaton,
  shownStates: Uint8Array,
  bundles: readonly Bundle[],
  cover?: Cover,
): ShownTransitions {
  const { phases, within } = automaton.states;
  const { from, own, leftOut = 0 } = automaton.transitions;
  const boxes = new Set(
    Array.from(within ?? [], (count, state) => (count > 0 && shownStates[state] ? phases?.[state] : '')),
  );
  let shown = bundles.reduce((sum, { transitions }) => sum + transitions.length, 0);
  if (own)
    for (let index = 0; index < from.length; index++) {
      const phase = phases?.[own.from[index]] ?? '';
      if (from[index] < 0 && phase !== '' && boxes.has(phase) && isChosen(automaton, cover, index)) shown++;
    }
  return { shown, all: from.length + leftOut };
}

export function treeBundles(bundles: readonly Bundle[], tree: SpanningTree): Map<number, Bundle> {
  const into = new Map<number, Bundle>();
  for (const bundle of bundles) {
    if (bundle.from !== bundle.to && tree.parents[bundle.to] === bundle.from) into.set(bundle.to, bundle);
  }
  return into;
}
