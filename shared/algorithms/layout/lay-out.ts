import { type DrawnAutomaton, outgoingOf } from './drawn-automaton.ts';
import { type Cell, type Grid, type GridMeasures, keepGrid, tidyGrid } from './grid/grid.ts';
import { type Arrangement, PLAIN_ARRANGEMENT } from './grid/spacing.ts';
import { bundleLabel, labelWidth, VALUE_ROOM_PX } from './labels/edge-labels.ts';
import { buildCards, type CardSeats } from './layered/cards.ts';
import { buildScene, type Scene } from './scene/scene.ts';
import { bundlesOf, countShown, type ShownTransitions, treeBundles } from './shown/bundles.ts';
import { foldChains } from './shown/fold-chains.ts';
import { forwardTree } from './shown/forward-tree.ts';
import { type SpanningTree, spanningTree } from './shown/spanning-tree.ts';
import { type Visibility, type VisibleFilter, visibleStates } from './shown/visible.ts';

export interface Layout {
  readonly filter: VisibleFilter;
  readonly visibility: Visibility;
  readonly tree: SpanningTree;
  readonly grid: Grid;
  readonly seats: CardSeats | null;
  readonly scene: Scene;
  readonly transitions: ShownTransitions;
  /** True if the filter asks for no share of the dialogues, so that only main transitions are drawn. */
  readonly isMainOnly: boolean;
  /** For each state in a folded chain, the state that the chain leads to. States in chains count as shown. */
  readonly leadsTo: ReadonlyMap<number, number>;
}

/** With more states, names would be too small to read, so the picture is large: circles on a grid. */
export const MOST_CARDS = 60;
/** The most states of a small picture in the DFA notation. */
const MOST_CIRCLES = 30;

/** Lays out a filtered automaton. States keep their cells of the `previous` layout; null lays out everything again. */
export function layOut(
  whole: DrawnAutomaton,
  filter: VisibleFilter,
  previous: EarlierLayout | null,
  arrangement: Arrangement = PLAIN_ARRANGEMENT,
  mostCards = MOST_CARDS,
): Layout {
  const seen = visibleStates(whole, filter);
  const all = bundlesOf(whole, seen.shown, filter.cover);
  const { automaton, bundles, leadsTo } = filter.chains
    ? foldChains(whole, all, filter.revealed)
    : { automaton: whole, bundles: all, leadsTo: new Map<number, number>() };
  const visibility = { ...seen, shownCount: seen.shownCount - leadsTo.size };
  const isOverview = automaton.transitions.main !== undefined;
  const tree = (isOverview ? forwardTree : spanningTree)(
    automaton,
    seen.shown,
    outgoingOf(automaton, filter.cover),
  );
  const into = treeBundles(bundles, tree);
  const loops = new Set(bundles.filter(({ from, to }) => from === to).map(({ from }) => from));
  const { direction } = previous?.grid.spacing ?? arrangement;
  const measures: GridMeasures = {
    labelPx: (state) => {
      const bundle = into.get(state);
      return bundle ? VALUE_ROOM_PX + labelWidth(bundleLabel(automaton, bundle, true)) : 0;
    },
    rowsAbove: (state) => (direction === 'right' && loops.has(state) ? 1 : 0),
  };
  const grid = previous
    ? keepGrid(automaton, tree, measures, previous.grid, (state) => previous.visibility.shown[state] === 1)
    : tidyGrid(automaton, tree, measures, arrangement);
  const most = Math.min(mostCards, arrangement.notation === 'boxes' ? MOST_CARDS : MOST_CIRCLES);
  const drawn =
    tree.order.length <= most
      ? buildCards(automaton, tree, bundles, { ...arrangement, direction }, previous?.seats ?? null)
      : { scene: buildScene(automaton, tree, bundles, grid), seats: null };
  return {
    filter,
    visibility,
    tree,
    grid,
    ...drawn,
    leadsTo,
    transitions: countShown(whole, seen.shown, all, filter.cover),
    isMainOnly: isOverview && filter.cover === undefined,
  };
}

export type EarlierLayout = Pick<Layout, 'grid' | 'seats' | 'visibility'>;

/** Lays out another automaton; common states stay in place. `stateAfter` is −1 for missing states. */
export function carryOver(
  { grid, seats, visibility }: EarlierLayout,
  stateAfter: readonly number[],
  stateCount: number,
): EarlierLayout {
  const shown = new Uint8Array(stateCount);
  const cells = new Map<number, Cell>();
  stateAfter.forEach((now, state) => {
    const cell = grid.cells.get(state);
    if (now === -1 || !cell) return;
    cells.set(now, cell);
    shown[now] = visibility.shown[state];
  });
  const of = new Map(
    [...(seats?.of ?? [])].flatMap(([state, seat]) => {
      const now = stateAfter[state] ?? -1;
      return now === -1 ? [] : [[now, seat] as const];
    }),
  );
  const shownCount = shown.reduce((count, isShown) => count + isShown, 0);
  return {
    grid: { ...grid, cells },
    seats: seats && { ...seats, of },
    visibility: { ...visibility, shown, shownCount, hiddenCount: stateCount - shownCount },
  };
}
