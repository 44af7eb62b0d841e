import type { DrawnAutomaton } from '../drawn-automaton.ts';
import type { Bundle } from './bundles.ts';

interface FoldedChains {
  readonly automaton: DrawnAutomaton;
  readonly bundles: readonly Bundle[];
  /** By state inside a chain: the end of the chain. */
  readonly leadsTo: ReadonlyMap<number, number>;
}

/**
 * Draws chains of states with one predecessor and one successor as single edges. A state where dialogues end, or that
 * people named or revealed, is not folded. Chains that lead back or run beside another edge are not folded.
 */
export function foldChains(
  automaton: DrawnAutomaton,
  bundles: readonly Bundle[],
  revealed: readonly number[] = [],
): FoldedChains {
  const { ends, names, within } = automaton.states;
  const into = new Map<number, Bundle[]>();
  const outOf = new Map<number, Bundle[]>();
  const list = (map: Map<number, Bundle[]>, state: number): Bundle[] => map.get(state) ?? [];
  for (const bundle of bundles) {
    into.set(bundle.to, [...list(into, bundle.to), bundle]);
    outOf.set(bundle.from, [...list(outOf, bundle.from), bundle]);
  }
  const asked = new Set(revealed);
  // A loop is both a transition in and out, so a state with one has two.
  const isBetween = (state: number): boolean =>
    state !== 0 &&
    list(into, state).length === 1 &&
    list(outOf, state).length === 1 &&
    ends[state] === 0 &&
    !names?.[state] &&
    !within?.[state] &&
    !asked.has(state);
  const key = (from: number, to: number): string => `${from} ${to}`;
  const taken = new Set(bundles.map(({ from, to }) => key(from, to)));
  const transitionsInto = new Map<number, number>();
  for (const to of Array.from(automaton.transitions.to))
    transitionsInto.set(to, (transitionsInto.get(to) ?? 0) + 1);
  const leadsTo = new Map<number, number>();
  const folded = new Map<Bundle, Bundle>();
  const gone = new Set<Bundle>();
  for (const first of bundles) {
    if (isBetween(first.from) || !isBetween(first.to)) continue;
    const chain = [first];
    for (let [last] = chain; isBetween(last.to); ) {
      [last] = list(outOf, last.to);
      chain.push(last);
    }
    const through = chain.slice(1).map(({ from }) => from);
    const { to } = chain[chain.length - 1];
    if (to === first.from || taken.has(key(first.from, to))) continue;
    taken.add(key(first.from, to));
    for (const state of through) leadsTo.set(state, to);
    for (const bundle of chain.slice(1)) gone.add(bundle);
    // All dialogues on the last transition took the others too, unless hidden transitions lead between them.
    const isWhole = chain.every(
      ({ exact, transitions, to: next }, at) =>
        exact && (at === through.length || transitionsInto.get(next) === transitions.length),
    );
    const support = Math.min(...chain.map((bundle) => bundle.support));
    folded.set(first, { ...first, to, support, exact: isWhole, through });
  }
  const [from, to] = [Array.from(automaton.transitions.from), Array.from(automaton.transitions.to)];
  for (const { transitions } of gone) for (const at of transitions) from[at] = to[at] = -1;
  for (const chain of folded.values()) for (const at of chain.transitions) to[at] = chain.to;
  return {
    automaton: { ...automaton, transitions: { ...automaton.transitions, from, to } },
    bundles: bundles.flatMap((one) => (gone.has(one) ? [] : (folded.get(one) ?? one))),
    leadsTo,
  };
}
