import type { DrawnAutomaton } from '../drawn-automaton.ts';
import { type SpanningTree, treeChildren } from '../shown/spanning-tree.ts';
import {
  type Arrangement,
  fittedSpacing,
  PLAIN_ARRANGEMENT,
  plainSpacing,
  type Spacing,
  STATE_PX,
} from './spacing.ts';

/** A subtree with its root on row 0 of level 0; `tops[l]` and `bottoms[l]` are its first and last row on level l. */
interface Contour {
  readonly tops: number[];
  readonly bottoms: number[];
}

interface TidyBlocks {
  /** Row of a state relative to its parent's row, by state; 0 for roots. */
  readonly offsets: Int32Array;
  readonly contours: ReadonlyMap<number, Contour>;
}

/**
 * Lays out a forest on a grid: columns are levels, and a state is on the row of its strongest child. Other children are
 * packed by contour above or below, wherever they are nearer (ties: below). After Reingold and Tilford (1981), but with
 * the parent beside its first child. O(states × height).
 * @param order every parent before its children
 * @param childrenOf strongest first
 * @param rowsAbove rows to keep free above a state
 */
function tidyBlocks(
  order: readonly number[],
  childrenOf: (state: number) => readonly number[] | Int32Array,
  rowsAbove: (state: number) => number,
  isRoot: (state: number) => boolean,
  stateCount: number,
): TidyBlocks {
  const offsets = new Int32Array(stateCount);
  const pending = new Map<number, Contour>();
  const contours = new Map<number, Contour>();
  for (let index = order.length - 1; index >= 0; index--) {
    const state = order[index];
    const below: Contour = { tops: [], bottoms: [] };
    for (const child of childrenOf(state)) {
      const contour = pending.get(child);
      if (!contour) continue;
      pending.delete(child);
      const offset = nearestFit(below, contour);
      offsets[child] = offset;
      widen(below, contour, offset);
    }
    const contour = { tops: [-rowsAbove(state), ...below.tops], bottoms: [0, ...below.bottoms] };
    if (isRoot(state)) contours.set(state, contour);
    else pending.set(state, contour);
  }
  return { offsets, contours };
}

/** Returns the shift nearest to 0 that puts a block above or below the existing ones. */
function nearestFit(there: Contour, block: Contour): number {
  if (there.tops.length === 0) return 0;
  const common = Math.min(there.tops.length, block.tops.length);
  let under = Number.NEGATIVE_INFINITY;
  let over = Number.POSITIVE_INFINITY;
  for (let level = 0; level < common; level++) {
    under = Math.max(under, there.bottoms[level] - block.tops[level] + 1);
    over = Math.min(over, there.tops[level] - block.bottoms[level] - 1);
  }
  return under <= -over ? under : over;
}

function widen(there: Contour, block: Contour, offset: number): void {
  for (let level = 0; level < block.tops.length; level++) {
    const top = block.tops[level] + offset;
    const bottom = block.bottoms[level] + offset;
    there.tops[level] = level < there.tops.length ? Math.min(there.tops[level], top) : top;
    there.bottoms[level] = level < there.bottoms.length ? Math.max(there.bottoms[level], bottom) : bottom;
  }
}

/** The used rows of each grid column, as sorted runs with free rows between them. */
export class OccupiedRows {
  private readonly columns: { low: number; high: number }[][] = [];

  isFree(column: number, low: number, high: number): boolean {
    return !(this.columns[column] ?? []).some((run) => run.low <= high && run.high >= low);
  }

  /** Marks rows low … high (inclusive) of a column as used, and merges touching runs. */
  take(column: number, low: number, high: number): void {
    while (this.columns.length <= column) this.columns.push([]);
    const runs = this.columns[column];
    let first = 0;
    while (first < runs.length && runs[first].high < low - 1) first++;
    let last = first;
    let mergedLow = low;
    let mergedHigh = high;
    while (last < runs.length && runs[last].low <= high + 1) {
      mergedLow = Math.min(mergedLow, runs[last].low);
      mergedHigh = Math.max(mergedHigh, runs[last].high);
      last++;
    }
    runs.splice(first, last - first, { low: mergedLow, high: mergedHigh });
  }

  nearestShift(column: number, tops: readonly number[], bottoms: readonly number[]): number {
    const forbidden: { low: number; high: number }[] = [];
    for (let level = 0; level < tops.length; level++) {
      for (const run of this.columns[column + level] ?? []) {
        forbidden.push({ low: run.low - bottoms[level], high: run.high - tops[level] });
      }
    }
    forbidden.sort((first, second) => first.low - second.low);
    let down = 0;
    for (const span of forbidden) if (span.low <= down && span.high >= down) down = span.high + 1;
    forbidden.sort((first, second) => second.high - first.high);
    let up = 0;
    for (const span of forbidden) if (span.low <= up && span.high >= up) up = span.low - 1;
    return down <= -up ? down : up;
  }
}

export interface Cell {
  readonly column: number;
  readonly row: number;
}

export interface Grid {
  /** Cells by state. States that are hidden now but were shown since the last tidying keep their cell here. */
  readonly cells: ReadonlyMap<number, Cell>;
  readonly columns: readonly Column[];
  readonly spacing: Spacing;
}

interface Column {
  readonly x: number;
  readonly labelPx: number;
}

export interface GridMeasures {
  readonly labelPx: (state: number) => number;
  readonly rowsAbove: (state: number) => number;
}

const MIN_LABEL_PX = 64;
const MIN_FAN_PX = 40;
const MAX_FAN_PX = 112;

export function tidyGrid(
  automaton: DrawnAutomaton,
  tree: SpanningTree,
  measures: GridMeasures,
  arrangement: Arrangement = PLAIN_ARRANGEMENT,
): Grid {
  const { offsets, children } = treeChildren(automaton, tree);
  const blocks = tidyBlocks(
    [...tree.order],
    (state) => children.subarray(offsets[state], offsets[state + 1]),
    measures.rowsAbove,
    (state) => tree.parents[state] < 0,
    tree.parents.length,
  );
  const cells = new Map<number, Cell>();
  for (const state of tree.order) {
    const parent = cells.get(tree.parents[state]);
    cells.set(state, { column: tree.levels[state], row: (parent?.row ?? 0) + blocks.offsets[state] });
  }
  const span = { least: 0, most: 0, deepest: 0 };
  for (const { row, column } of cells.values()) {
    span.least = Math.min(span.least, row);
    span.most = Math.max(span.most, row);
    span.deepest = Math.max(span.deepest, column);
  }
  const count = { levels: span.deepest + 1, rows: span.most - span.least + 1 };
  const columnsAt = (spacing: Spacing): Column[] => columnsFor([], cells, tree, measures, spacing);
  const spacing = fittedSpacing(arrangement, count, (mostLabelPx) => {
    const columns = columnsAt({ ...plainSpacing('right'), mostLabelPx });
    return columns[columns.length - 1]?.x ?? 0;
  });
  return { cells, columns: columnsAt(spacing), spacing };
}

/**
 * Lays out states after a change of filter: shown states keep their cell, returning states their old one if it is free.
 * New states become small tidy blocks after their parent. Deterministic: by level, then strongest first.
 */
export function keepGrid(
  automaton: DrawnAutomaton,
  tree: SpanningTree,
  measures: GridMeasures,
  previous: Grid,
  wasShown: (state: number) => boolean,
): Grid {
  const cells = new Map<number, Cell>();
  const occupied = new OccupiedRows();
  const take = (state: number, cell: Cell): void => {
    cells.set(state, cell);
    occupied.take(cell.column, cell.row - measures.rowsAbove(state), cell.row);
  };
  for (const state of tree.order) {
    const cell = previous.cells.get(state);
    if (cell && wasShown(state)) take(state, cell);
  }
  for (const state of tree.order) {
    const cell = previous.cells.get(state);
    if (!cell || cells.has(state)) continue;
    const top = cell.row - measures.rowsAbove(state);
    if (occupied.isFree(cell.column, top, cell.row)) take(state, cell);
  }
  const { offsets, children } = treeChildren(automaton, tree);
  const arriving = [...tree.order].filter((state) => !cells.has(state));
  const isRoot = (state: number): boolean => tree.parents[state] < 0 || cells.has(tree.parents[state]);
  const roots = arriving.filter(isRoot);
  const blocks = tidyBlocks(
    arriving,
    (state) => children.subarray(offsets[state], offsets[state + 1]),
    measures.rowsAbove,
    isRoot,
    tree.parents.length,
  );
  const rootCells = new Map<number, Cell>();
  for (const root of roots) {
    const parent = cells.get(tree.parents[root]) ?? { column: -1, row: 0 };
    const contour = blocks.contours.get(root) ?? { tops: [0], bottoms: [0] };
    const column = parent.column + 1;
    const shifted = (rows: readonly number[], by: number): number[] => rows.map((row) => row + by);
    const tops = shifted(contour.tops, parent.row);
    const bottoms = shifted(contour.bottoms, parent.row);
    const shift = occupied.nearestShift(column, tops, bottoms);
    for (let level = 0; level < tops.length; level++) {
      occupied.take(column + level, tops[level] + shift, bottoms[level] + shift);
    }
    rootCells.set(root, { column, row: parent.row + shift });
  }
  for (const state of arriving) {
    const parent = cells.get(tree.parents[state]);
    const cell = rootCells.get(state) ?? {
      column: (parent?.column ?? -1) + 1,
      row: (parent?.row ?? 0) + blocks.offsets[state],
    };
    cells.set(state, cell);
  }
  const { spacing } = previous;
  const columns = columnsFor(previous.columns, cells, tree, measures, spacing);
  for (const [state, cell] of previous.cells) if (!cells.has(state)) cells.set(state, cell);
  return { cells, columns, spacing };
}

/** Keeps existing columns and adds missing ones, each as wide as its labels and bends need. */
function columnsFor(
  known: readonly Column[],
  cells: ReadonlyMap<number, Cell>,
  tree: SpanningTree,
  measures: GridMeasures,
  spacing: Spacing,
): Column[] {
  if (spacing.direction === 'down') {
    const most = [...cells.values()].reduce(
      (deepest, { column }) => Math.max(deepest, column),
      known.length - 1,
    );
    return Array.from({ length: most + 1 }, (_, column) => ({
      x: column * spacing.levelPx,
      labelPx: spacing.mostLabelPx,
    }));
  }
  const labels: number[] = [];
  const spans: number[] = [];
  let columnCount = known.length;
  for (const [state, cell] of cells) {
    columnCount = Math.max(columnCount, cell.column + 1);
    const parent = cells.get(tree.parents[state]);
    if (!parent) continue;
    labels[cell.column] = Math.max(labels[cell.column] ?? 0, measures.labelPx(state));
    spans[cell.column] = Math.max(spans[cell.column] ?? 0, Math.abs(cell.row - parent.row));
  }
  const columns = [...known];
  for (let column = known.length; column < columnCount; column++) {
    const labelPx = Math.ceil(Math.min(spacing.mostLabelPx, Math.max(MIN_LABEL_PX, labels[column] ?? 0)));
    const fanPx = Math.min(MAX_FAN_PX, MIN_FAN_PX + 3 * (spans[column] ?? 0)) + spacing.levelPx;
    const before = columns[column - 1];
    columns.push(before ? { x: before.x + 2 * STATE_PX + fanPx + labelPx, labelPx } : { x: 0, labelPx: 0 });
  }
  return columns;
}
