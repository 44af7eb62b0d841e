import type { DrawnAutomaton } from './drawn-automaton.ts';
import { OccupiedRows } from './occupied-rows.ts';
import { type SpanningTree, treeChildren } from './spanning-tree.ts';
import { tidyBlocks } from './tidy-block.ts';

/** Px between two rows; a state and the label above its line fit in one. */
export const ROW_PX = 30;
/** Px that a state and its rings may take to either side of its centre. */
export const STATE_PX = 17;

/** A place on the grid; q₀ is on column 0, row 0. */
export interface Place {
  readonly column: number;
  readonly row: number;
}

export interface Places {
  /** Every state that is shown, and those that were shown since the last tidying, at the place they had. */
  readonly at: ReadonlyMap<number, Place>;
  readonly columns: readonly Column[];
}

/** A column of states: its centre, and the straight run before it that is kept for labels, in px. */
export interface Column {
  readonly x: number;
  readonly labelPx: number;
}

/** What the placing must know of the labels: px for the label on the line into a state; its loop takes a row. */
export interface PlaceMeasures {
  readonly labelPx: (state: number) => number;
  readonly rowsAbove: (state: number) => number;
}

const MIN_LABEL_PX = 64;
/** No label is wider than this; what is longer is cut and told in full on hover and in the table. */
export const MAX_LABEL_PX = 168;
const MIN_FAN_PX = 40;
const MAX_FAN_PX = 112;

/** Lays out all shown states anew, columns by level of the spanning tree; see `tidyBlocks`. */
export function tidyPlaces(automaton: DrawnAutomaton, tree: SpanningTree, measures: PlaceMeasures): Places {
  const { offsets, children } = treeChildren(automaton, tree);
  const blocks = tidyBlocks(
    [...tree.order],
    (state) => children.subarray(offsets[state], offsets[state + 1]),
    measures.rowsAbove,
    (state) => tree.parents[state] < 0,
    tree.parents.length,
  );
  const at = new Map<number, Place>();
  for (const state of tree.order) {
    const parent = at.get(tree.parents[state]);
    at.set(state, { column: tree.levels[state], row: (parent?.row ?? 0) + blocks.offsets[state] });
  }
  return { at, columns: columnsFor([], at, tree, measures) };
}

/**
 * Places the shown states after a change of filter: a state that has a place keeps exactly that place; one that
 * comes back takes its old place where that is still free; the others come in as small tidy blocks, each in the
 * column after its parent, on the free rows nearest to the parent's.
 * Deterministic: by level, then strongest first.
 * @param wasShown states that were on show before this change and so must not move
 */
export function keepPlaces(
  automaton: DrawnAutomaton,
  tree: SpanningTree,
  measures: PlaceMeasures,
  previous: Places,
  wasShown: (state: number) => boolean,
): Places {
  const at = new Map<number, Place>();
  const occupied = new OccupiedRows();
  const take = (state: number, place: Place): void => {
    at.set(state, place);
    occupied.take(place.column, place.row - measures.rowsAbove(state), place.row);
  };
  for (const state of tree.order) {
    const place = previous.at.get(state);
    if (place && wasShown(state)) take(state, place);
  }
  for (const state of tree.order) {
    const place = previous.at.get(state);
    if (!place || at.has(state)) continue;
    const top = place.row - measures.rowsAbove(state);
    if (occupied.isFree(place.column, top, place.row)) take(state, place);
  }
  const { offsets, children } = treeChildren(automaton, tree);
  const arriving = [...tree.order].filter((state) => !at.has(state));
  const isRoot = (state: number): boolean => tree.parents[state] < 0 || at.has(tree.parents[state]);
  const roots = arriving.filter(isRoot);
  const blocks = tidyBlocks(
    arriving,
    (state) => children.subarray(offsets[state], offsets[state + 1]),
    measures.rowsAbove,
    isRoot,
    tree.parents.length,
  );
  const rootPlaces = new Map<number, Place>();
  for (const root of roots) {
    const parent = at.get(tree.parents[root]) ?? { column: -1, row: 0 };
    const contour = blocks.contours.get(root) ?? { tops: [0], bottoms: [0] };
    const column = parent.column + 1;
    const shifted = (rows: readonly number[], by: number): number[] => rows.map((row) => row + by);
    const tops = shifted(contour.tops, parent.row);
    const bottoms = shifted(contour.bottoms, parent.row);
    const shift = occupied.nearestShift(column, tops, bottoms);
    for (let level = 0; level < tops.length; level++) {
      occupied.take(column + level, tops[level] + shift, bottoms[level] + shift);
    }
    rootPlaces.set(root, { column, row: parent.row + shift });
  }
  for (const state of arriving) {
    const parent = at.get(tree.parents[state]);
    const place = rootPlaces.get(state) ?? {
      column: (parent?.column ?? -1) + 1,
      row: (parent?.row ?? 0) + blocks.offsets[state],
    };
    at.set(state, place);
  }
  const columns = columnsFor(previous.columns, at, tree, measures);
  for (const [state, place] of previous.at) if (!at.has(state)) at.set(state, place);
  return { at, columns };
}

/** Keeps the columns there are and adds those that are missing, each as wide as its labels and bends need. */
function columnsFor(
  known: readonly Column[],
  at: ReadonlyMap<number, Place>,
  tree: SpanningTree,
  measures: PlaceMeasures,
): Column[] {
  const labels: number[] = [];
  const spans: number[] = [];
  let columnCount = known.length;
  for (const [state, place] of at) {
    columnCount = Math.max(columnCount, place.column + 1);
    const parent = at.get(tree.parents[state]);
    if (!parent) continue;
    labels[place.column] = Math.max(labels[place.column] ?? 0, measures.labelPx(state));
    spans[place.column] = Math.max(spans[place.column] ?? 0, Math.abs(place.row - parent.row));
  }
  const columns = [...known];
  for (let column = known.length; column < columnCount; column++) {
    const labelPx = Math.ceil(Math.min(MAX_LABEL_PX, Math.max(MIN_LABEL_PX, labels[column] ?? 0)));
    const fanPx = Math.min(MAX_FAN_PX, MIN_FAN_PX + 3 * (spans[column] ?? 0));
    const before = columns[column - 1];
    columns.push(before ? { x: before.x + 2 * STATE_PX + fanPx + labelPx, labelPx } : { x: 0, labelPx: 0 });
  }
  return columns;
}
