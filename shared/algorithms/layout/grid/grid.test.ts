import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAutomaton, anyTree, exampleAutomaton } from '../../../../tests/fixtures/example-automata.ts';
import { spanningTree } from '../shown/spanning-tree.ts';
import { visibleStates } from '../shown/visible.ts';
import { type Grid, type GridMeasures, keepGrid, OccupiedRows, tidyGrid } from './grid.ts';

const PLAIN: GridMeasures = { labelPx: () => 80, rowsAbove: () => 0 };
const cell = (grid: Grid, state: number): [number, number] => {
  const { column, row } = grid.cells.get(state)!;
  return [column, row];
};

describe('OccupiedRows', () => {
  it('finds the nearest free rows for a block, downwards on a tie', () => {
    const rows = new OccupiedRows();
    expect(rows.nearestShift(0, [0], [0])).toBe(0);
    rows.take(0, -1, 1);
    expect(rows.nearestShift(0, [0], [0])).toBe(2);
    rows.take(0, 2, 2);
    expect(rows.nearestShift(0, [0], [0])).toBe(-2);
    expect(rows.isFree(0, 2, 4)).toBe(false);
    expect(rows.isFree(0, 3, 4)).toBe(true);
    expect(rows.isFree(1, -9, 9)).toBe(true);
  });

  it('minds every level of a block', () => {
    const rows = new OccupiedRows();
    rows.take(1, 3, 5);
    expect(rows.nearestShift(0, [0, 0], [0, 2])).toBe(0);
    expect(rows.nearestShift(0, [0, 0], [0, 3])).toBe(-1);
  });

  it('finds what trying every shift finds', () => {
    const runs = fc.array(fc.tuple(fc.nat(2), fc.integer({ min: -12, max: 12 }), fc.nat(4)), {
      maxLength: 12,
    });
    const block = fc.array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.nat(3)), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(runs, block, (taken, levels) => {
        const rows = new OccupiedRows();
        for (const [column, low, more] of taken) rows.take(column, low, low + more);
        const free = (shift: number): boolean =>
          levels.every(([top, more], level) => rows.isFree(level, top + shift, top + more + shift));
        let expected = 0;
        for (let away = 0; ; away++) {
          if (free(away)) expected = away;
          else if (free(-away)) expected = -away;
          else continue;
          break;
        }
        const tops = levels.map(([top]) => top);
        const bottoms = levels.map(([top, more]) => top + more);
        expect(rows.nearestShift(0, tops, bottoms)).toBe(expected === 0 ? 0 : expected);
      }),
    );
  });
});

describe('tidyGrid', () => {
  it('puts each state on the row of its strongest child and the others beside', () => {
    const automaton = exampleAutomaton(100, [
      [0, 1, 'a', 60],
      [0, 2, 'b', 30],
      [0, 3, 'c', 10],
      [1, 4, 'd', 40],
      [1, 5, 'e', 20],
    ]);
    const grid = tidyGrid(automaton, spanningTree(automaton, null), PLAIN);
    expect(cell(grid, 0)).toEqual([0, 0]);
    expect(cell(grid, 1)).toEqual([1, 0]);
    expect(cell(grid, 4)).toEqual([2, 0]);
    expect(cell(grid, 5)).toEqual([2, 1]);
    expect(cell(grid, 2)).toEqual([1, 1]);
    expect(cell(grid, 3)).toEqual([1, -1]);
  });

  it('keeps a free row above a state that asks for it', () => {
    const automaton = exampleAutomaton(100, [
      [0, 1, 'a', 60],
      [0, 2, 'b', 30],
    ]);
    const grid = tidyGrid(automaton, spanningTree(automaton, null), {
      labelPx: () => 80,
      rowsAbove: (state) => (state === 2 ? 1 : 0),
    });
    expect(cell(grid, 2)).toEqual([1, -1]);
    const lower = tidyGrid(automaton, spanningTree(automaton, null), {
      labelPx: () => 80,
      rowsAbove: (state) => (state === 1 ? 1 : 0),
    });
    expect(cell(lower, 2)).toEqual([1, 1]);
  });

  it('never puts two states on one cell, nor crosses two edges between the same columns', () => {
    fc.assert(
      fc.property(anyTree, (automaton) => {
        const tree = spanningTree(automaton, null);
        const grid = tidyGrid(automaton, tree, PLAIN);
        const taken = new Set([...tree.order].map((state) => cell(grid, state).join()));
        expect(taken.size).toBe(tree.order.length);
        for (const a of tree.order.subarray(1)) {
          for (const b of tree.order.subarray(1)) {
            if (tree.levels[a] !== tree.levels[b]) continue;
            const parents = cell(grid, tree.parents[a])[1] - cell(grid, tree.parents[b])[1];
            const children = cell(grid, a)[1] - cell(grid, b)[1];
            expect(parents * children).toBeGreaterThanOrEqual(0);
          }
        }
      }),
    );
  });
});

describe('keepGrid', () => {
  it('moves nothing that stays, wherever the sliders go', () => {
    const filter = fc.record({ minSupport: fc.nat(400), maxDepth: fc.nat(10) });
    fc.assert(
      fc.property(anyAutomaton, fc.array(filter, { minLength: 2, maxLength: 6 }), (automaton, filters) => {
        let shown = visibleStates(automaton, filters[0]).shown;
        let grid = tidyGrid(automaton, spanningTree(automaton, shown), PLAIN);
        for (const next of filters.slice(1)) {
          const nextShown = visibleStates(automaton, next).shown;
          const tree = spanningTree(automaton, nextShown);
          const before = shown;
          const kept = keepGrid(automaton, tree, PLAIN, grid, (state) => before[state] === 1);
          for (const state of tree.order) {
            if (before[state]) expect(kept.cells.get(state)).toEqual(grid.cells.get(state));
          }
          expect(kept.columns.slice(0, grid.columns.length)).toEqual(grid.columns);
          const taken = new Set([...tree.order].map((state) => cell(kept, state).join()));
          expect(taken.size).toBe(tree.order.length);
          grid = kept;
          shown = nextShown;
        }
      }),
    );
  });

  it('gives a state that comes back its old cell', () => {
    const automaton = exampleAutomaton(100, [
      [0, 1, 'a', 60],
      [0, 2, 'b', 30],
      [1, 3, 'c', 40],
      [2, 4, 'd', 30],
    ]);
    const all = Uint8Array.of(1, 1, 1, 1, 1);
    const some = Uint8Array.of(1, 1, 0, 1, 0);
    const first = tidyGrid(automaton, spanningTree(automaton, all), PLAIN);
    const fewer = keepGrid(
      automaton,
      spanningTree(automaton, some),
      PLAIN,
      first,
      (state) => all[state] === 1,
    );
    const again = keepGrid(
      automaton,
      spanningTree(automaton, all),
      PLAIN,
      fewer,
      (state) => some[state] === 1,
    );
    for (const state of [0, 1, 2, 3, 4]) expect(again.cells.get(state)).toEqual(first.cells.get(state));
  });

  it('puts a new state into the column after its parent, on the nearest free row', () => {
    const automaton = exampleAutomaton(100, [
      [0, 1, 'a', 60],
      [1, 2, 'b', 30],
      [1, 3, 'c', 20],
      [1, 4, 'd', 10],
    ]);
    const before = Uint8Array.of(1, 1, 1, 0, 0);
    const grid = tidyGrid(automaton, spanningTree(automaton, before), PLAIN);
    const kept = keepGrid(
      automaton,
      spanningTree(automaton, null),
      PLAIN,
      grid,
      (state) => before[state] === 1,
    );
    expect(cell(kept, 3)).toEqual([2, 1]);
    expect(cell(kept, 4)).toEqual([2, -1]);
  });
});
