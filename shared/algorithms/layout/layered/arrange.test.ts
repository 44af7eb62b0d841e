import { expect, it } from 'vitest';
import { crossingsIn, elkLayout } from '../../../../tests/fixtures/crossings.ts';
import { exampleAutomaton } from '../../../../tests/fixtures/example-automata.ts';
import { buildSymbolCorpus, demoDialogues } from '../../../../tests/fixtures/tagged-dialogues.ts';
import { DEFAULT_PAPER_OPTIONS } from '../../automaton/learn.ts';
import { learnOverview } from '../../overview/learn-overview.ts';
import { toDrawn } from '../drawn-automaton.ts';
import { PLAIN_ARRANGEMENT } from '../grid/spacing.ts';
import { placeCounts } from '../labels/edge-labels.ts';
import { layOut } from '../lay-out.ts';
import { wholeScale } from '../scene/fit.ts';
import { LEAST_SCALE, USUAL_STAGE } from './card-measures.ts';
import { place } from './place.ts';

const ALL = { minSupport: 0, maxDepth: Number.POSITIVE_INFINITY };

it('draws the demo as it opens with large letters and at most 1.2 times the crossings of ELK, which needs more than twice the width', async () => {
  const { automaton } = learnOverview(buildSymbolCorpus(demoDialogues()), {
    ...DEFAULT_PAPER_OPTIONS,
    states: 19,
  });
  const { scene } = layOut(toDrawn(automaton), ALL, null);
  const elk = await elkLayout(scene);
  expect(crossingsIn(scene).crossings).toBeLessThanOrEqual(1.2 * elk.crossings);
  expect(wholeScale(scene.bounds, USUAL_STAGE)).toBeGreaterThanOrEqual(LEAST_SCALE);
  expect(elk.width).toBeGreaterThan(2 * (scene.bounds.right - scene.bounds.left));
});

it('crosses no lines where none have to cross', () => {
  const ladder = exampleAutomaton(
    100,
    Array.from({ length: 14 }, (_, at) => [Math.max(0, at - 1), at + 1, `tag-${at}`, 50] as const),
  );
  expect(crossingsIn(layOut(ladder, ALL, null).scene).crossings).toBe(0);
});

it('draws a picture the second time as the first, and another one in between', () => {
  const drawn = (support: number) =>
    layOut(
      exampleAutomaton(100, [
        [0, 1, 'a', support],
        [1, 2, 'b', 30],
        [0, 2, 'c', 20],
      ]),
      ALL,
      null,
    ).scene;
  const first = drawn(50);
  const other = drawn(10);
  expect(drawn(50)).toEqual(first);
  expect(drawn(10)).toEqual(other);
  expect(other.edges.map(({ widthPx }) => widthPx)).not.toEqual(first.edges.map(({ widthPx }) => widthPx));
});

const PLAIN = { betweenColumns: 0, inColumn: 1 };
const line = (from: number, to: number, widthPx = 2) => ({ from, to, widthPx });
const seatsOf = (...seats: readonly (readonly [column: number, row: number])[]) => ({
  columns: Int32Array.from(seats, ([column]) => column),
  rows: Int32Array.from(seats, ([, row]) => row),
  cost: 0,
});

it('keeps a card near the only card that it is joined to, in the same column', () => {
  const tall = Array.from({ length: 8 }, (_, at) => [2, at] as const);
  // The start, a card that a strong line pulls to the foot of a tall column, and a card joined to that card only.
  const seats = seatsOf([0, 0], [1, 1], [1, 0], ...tall);
  const cards = Array.from(seats.rows, () => ({ along: 50, across: 25, before: 0 }));
  const { across } = place(cards, [line(0, 1), line(1, 2), line(1, 10, 20)], seats, PLAIN);
  expect(across[1]! - across[2]!).toBeLessThan(100);
});

it('runs a long line near the height of its ends, below the cards that it passes', () => {
  const seats = seatsOf([0, 1], [1, 0], [1, 1], [1, 2], [2, 0], [2, 1], [3, 1], [4, 0]);
  const cards = Array.from(seats.rows, () => ({ along: 50, across: 25, before: 0 }));
  const [start, first, middle, low, asked, told, given, end] = cards.keys();
  const lines = [
    ...[line(start!, middle!), line(start!, low!), line(first!, asked!), line(middle!, asked!, 4)],
    ...[line(middle!, told!), line(low!, asked!), line(low!, told!), line(told!, given!)],
    ...[line(given!, asked!), line(asked!, end!, 8), line(told!, end!), line(low!, end!)],
  ];
  const { across, curves } = place(cards, lines, seats, { betweenColumns: 0, inColumn: 3 });
  const heights = curves.at(-1)!.filter((_, at) => at % 2 === 1);
  expect(Math.max(...heights)).toBeLessThan(across[low!]! + 50);
});

it('keeps the lines of a high card so far apart that all have their figures', () => {
  const seats = seatsOf([0, 0], [1, 0], [0, 1]);
  const cards = Array.from(seats.rows, () => ({ along: 50, across: 34, before: 0 }));
  const lines = [line(0, 1), line(1, 0), line(2, 1), line(1, 2)];
  const { along, across, curves } = place(cards, lines, seats, PLAIN);
  const labels = placeCounts(
    lines.map((one, at) => ({ ...one, curve: curves[at]!, count: '100' })),
    cards.map((_, at) => ({ x: along[at]!, y: across[at]!, halfWidth: 50, radius: 34 })),
  );
  expect(labels.filter(({ box }) => box === null)).toEqual([]);
});

it('fills pages of any shape without another order of the states', () => {
  const automaton = exampleAutomaton(
    100,
    Array.from({ length: 14 }, (_, at) => [at % 3 === 0 ? 0 : at, at + 1, `tag-${at}`, 50] as const),
  );
  const shapes = [1, 2, 3].map((ratio) => {
    const { left, right, top, bottom } = layOut(automaton, ALL, null, { ...PLAIN_ARRANGEMENT, ratio }).scene
      .bounds;
    return (right - left) / (bottom - top);
  });
  expect(shapes).toEqual(shapes.toSorted((a, b) => a - b));
  expect(shapes[2]! / shapes[0]!).toBeGreaterThan(1.5);
});

it('keeps states in their columns and order when some come or go', () => {
  const automaton = exampleAutomaton(
    100,
    Array.from(
      { length: 16 },
      (_, at) => [Math.max(0, at - (at % 3)), at + 1, `tag-${at}`, 100 - 5 * at] as const,
    ),
  );
  const few = layOut(automaton, { ...ALL, minSupport: 40 }, null);
  const many = layOut(automaton, { ...ALL, minSupport: 30 }, few);
  const again = layOut(automaton, { ...ALL, minSupport: 40 }, many);
  expect(few.scene.nodes.length).toBeGreaterThan(8);
  expect(many.scene.nodes.length).toBeGreaterThan(few.scene.nodes.length);
  for (const [state, seat] of few.seats!.of) expect(many.seats!.of.get(state)).toEqual(seat);
  expect(again.scene.nodes.map(({ state, x, y }) => ({ state, x, y }))).toEqual(
    few.scene.nodes.map(({ state, x, y }) => ({ state, x, y })),
  );
});

it('moves no state when only counts change', () => {
  const drawn = (supports: (support: number) => number) =>
    exampleAutomaton(
      100,
      Array.from(
        { length: 16 },
        (_, at) => [Math.max(0, at - (at % 3)), at + 1, `tag-${at}`, supports(95 - 5 * at)] as const,
      ),
    );
  const before = layOut(
    drawn((support) => support),
    ALL,
    null,
  );
  const after = layOut(
    drawn((support) => support - 3),
    ALL,
    before,
  );
  const places = ({ scene }: typeof before) => scene.nodes.map(({ state, x, y }) => ({ state, x, y }));
  expect(places(after)).toEqual(places(before));
  expect(after.scene.edges.map(({ widthPx }) => widthPx)).not.toEqual(
    before.scene.edges.map(({ widthPx }) => widthPx),
  );
});
