import { bundlesOf, treeBundles } from './bundles.ts';
import { type DrawnAutomaton, type Outgoing, outgoingOf } from './drawn-automaton.ts';
import { bundleLabel, labelWidth } from './edge-labels.ts';
import { keepPlaces, type Place, type PlaceMeasures, type Places, tidyPlaces } from './place.ts';
import { buildScene, type Scene } from './scene.ts';
import { type SpanningTree, spanningTree, wayTo } from './spanning-tree.ts';
import { type Visibility, type VisibleFilter, visibleStates } from './visible.ts';

/** A laid-out picture, and what the next one needs so that nothing moves that stays. */
export interface Layout {
  readonly filter: VisibleFilter;
  readonly visibility: Visibility;
  readonly tree: SpanningTree;
  readonly places: Places;
  readonly scene: Scene;
}

/**
 * From an automaton and a filter to a picture: which states, the tree that carries them, their places, the scene.
 * @param previous the layout before, whose states keep their places; null lays out anew (tidies)
 */
export function layOut(
  automaton: DrawnAutomaton,
  filter: VisibleFilter,
  previous: EarlierLayout | null,
  outgoing: Outgoing = outgoingOf(automaton),
): Layout {
  const visibility = visibleStates(automaton, filter, outgoing);
  const tree = spanningTree(automaton, visibility.shown, outgoing);
  const bundles = bundlesOf(automaton, visibility.shown);
  const into = treeBundles(bundles, tree);
  const loops = new Set(bundles.filter(({ from, to }) => from === to).map(({ from }) => from));
  const measures: PlaceMeasures = {
    labelPx: (state) => {
      const bundle = into.get(state);
      return bundle ? labelWidth(bundleLabel(automaton, bundle)) : 0;
    },
    rowsAbove: (state) => (loops.has(state) ? 1 : 0),
  };
  const places = previous
    ? keepPlaces(
        automaton,
        tree,
        measures,
        previous.places,
        (state) => previous.visibility.shown[state] === 1,
      )
    : tidyPlaces(automaton, tree, measures);
  return { filter, visibility, tree, places, scene: buildScene(automaton, tree, bundles, places) };
}

/** What the next layout needs of the one before. */
export type EarlierLayout = Pick<Layout, 'places' | 'visibility'>;

/**
 * The layout of an automaton as that of another, so that states which are in both stay where they are.
 * @param stateAfter length = states before; the state's number in the other automaton, -1 where it is not there
 * @param stateCount states of the other automaton
 */
export function carryOver(
  { places, visibility }: EarlierLayout,
  stateAfter: readonly number[],
  stateCount: number,
): EarlierLayout {
  const shown = new Uint8Array(stateCount);
  const at = new Map<number, Place>();
  stateAfter.forEach((now, state) => {
    const place = places.at.get(state);
    if (now === -1 || !place) return;
    at.set(now, place);
    shown[now] = visibility.shown[state];
  });
  const shownCount = shown.reduce((count, isShown) => count + isShown, 0);
  return {
    places: { ...places, at },
    visibility: { ...visibility, shown, shownCount, hiddenCount: stateCount - shownCount },
  };
}

/**
 * The states to reveal so that the given ones can be seen: each with its way from q₀ (see `spanningTree`), for
 * a filter's `revealed`. Ascending, each once.
 */
export function revealing(automaton: DrawnAutomaton, states: readonly number[]): number[] {
  const tree = spanningTree(automaton, null);
  const needed = new Set<number>();
  for (const state of states) for (const step of wayTo(tree, state)) needed.add(step);
  return [...needed].sort((first, second) => first - second);
}
