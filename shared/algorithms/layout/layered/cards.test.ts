import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAutomaton, exampleAutomaton, HOSTILE_TAGS } from '../../../../tests/fixtures/example-automata.ts';
import type { DrawnAutomaton } from '../drawn-automaton.ts';
import { type Arrangement, PLAIN_ARRANGEMENT } from '../grid/spacing.ts';
import { textWidth } from '../labels/label-text.ts';
import { layOut, MOST_CARDS } from '../lay-out.ts';
import { pointOn } from '../scene/edge-curve.ts';
import { cornerOf, movedScene, type Scene } from '../scene/scene.ts';
import { TEXT_FONT_PX } from './card-measures.ts';

const ALL = { minSupport: 0, maxDepth: Number.POSITIVE_INFINITY };
const anyArrangement = fc.record({
  notation: fc.constant('boxes' as const),
  direction: fc.constantFrom('right' as const, 'down' as const),
  ratio: fc.constantFrom(null, 16 / 9, 1),
});

/** All tests of random pictures draw the same ones, so that each is laid out once. */
const SAMPLE = { numRuns: 40, seed: fc.sample(fc.integer(), 1)[0]! };
const laidOut = new Map<string, Scene>();
function sceneOf(automaton: DrawnAutomaton, arrangement: Arrangement): Scene {
  const key = JSON.stringify([automaton, arrangement]);
  const known = laidOut.get(key);
  if (known) return known;
  const { scene } = layOut(automaton, ALL, null, arrangement);
  laidOut.set(key, scene);
  return scene;
}

interface Card {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly radius: number;
}
const boxOf = ({ x, y, halfWidth, radius }: Card) => ({
  left: x - halfWidth,
  right: x + halfWidth,
  top: y - radius,
  bottom: y + radius,
});
type Box = ReturnType<typeof boxOf>;
const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const desk = exampleAutomaton(
  100,
  [
    [0, 1, 'ask-for-refund', 40],
    [0, 2, 'ask-for-parcel', 60],
    [1, 3, 'offer-refund', 40],
    [2, 4, 'say-where-the-parcel-is', 60],
    [4, 2, 'ask-for-parcel', 9],
  ],
  { ends: { 3: 40, 4: 60 } },
);

describe('the box notation', () => {
  it('gives untagged states the shape of their speaker', () => {
    const automaton = exampleAutomaton(50, [
      [0, 1, 'untagged', 30],
      [1, 2, 'untagged', 20],
      [1, 4, 'answer', 10],
    ]);
    const transitions = { ...automaton.transitions, main: [1, 1, 1] };
    const { nodes } = layOut({ ...automaton, transitions }, ALL, null).scene;
    const shaped = nodes.map((node) => ({ state: node.state, colour: node.colour, corner: cornerOf(node) }));
    expect(shaped.filter(({ state }) => state > 0)).toEqual([
      { state: 1, colour: 'untagged', corner: 18 },
      { state: 2, colour: 'untagged', corner: 4 },
      { state: 4, colour: 'system', corner: 4 },
    ]);
  });

  it('prints in each box the name, the dialogues that reach the state and their share', () => {
    const { nodes, end, notation } = layOut(desk, ALL, null).scene;
    expect(notation).toBe('boxes');
    expect(nodes.find(({ state }) => state === 1)).toMatchObject({
      value: '40',
      share: '40 %',
      shape: 'card',
    });
    expect(nodes.find(({ state }) => state === 0)).toMatchObject({
      value: '100',
      share: '',
      lines: ['Start'],
    });
    expect(nodes.find(({ state }) => state === 4)?.lines?.join(' ')).toBe('say where the parcel is');
    expect(end).toMatchObject({ value: '100', title: 'All 100 dialogues end here.' });
    expect(end?.edges.map(({ from, support }) => [from, support])).toEqual([
      [3, 40],
      [4, 60],
    ]);
    expect(end?.edges[1]?.title).toBe('60 of 60 dialogues that reach say where the parcel is end there.');
  });

  it('leaves the line to the end away where few dialogues end, and says so', () => {
    const few = exampleAutomaton(
      1000,
      [
        [0, 1, 'greet', 1000],
        [1, 2, 'thank', 996],
      ],
      { ends: { 1: 4, 2: 996 } },
    );
    const { end } = layOut(few, ALL, null).scene;
    expect(end?.edges.map(({ from }) => from)).toEqual([2]);
    expect(end?.title).toBe(
      '996 of 1,000 dialogues end at states with a transition to this box. 4 end at other states, where only a few dialogues end.',
    );
  });

  it('says how many dialogues end with a turn that is not drawn', () => {
    const passing = exampleAutomaton(1000, [[0, 1, 'greet', 1000]], { ends: { 1: 900 } });
    expect(layOut(passing, ALL, null).scene.end?.title).toBe(
      '900 of 1,000 dialogues end at states with a transition to this box. 100 end with a turn that is left out of the graph.',
    );
  });

  it('covers no box with another, and no box and no figure with a figure', () => {
    fc.assert(
      fc.property(anyAutomaton, anyArrangement, (automaton, arrangement) => {
        const { nodes, edges, end, notation } = sceneOf(automaton, arrangement);
        if (notation !== 'boxes') return;
        const boxes = [...nodes, ...(end ? [end] : [])].map(boxOf);
        const figures = [...edges, ...(end?.edges ?? [])].flatMap(({ label }) => label.box ?? []);
        const all = [...boxes, ...figures];
        for (const [at, box] of all.entries())
          for (const other of all.slice(at + 1)) expect(overlap(box, other)).toBe(false);
      }),
      SAMPLE,
    );
  });

  it('lets every edge begin and end at the boxes it joins', () => {
    fc.assert(
      fc.property(anyAutomaton, anyArrangement, (automaton, arrangement) => {
        const { nodes, edges, notation } = sceneOf(automaton, arrangement);
        if (notation !== 'boxes') return;
        const nodeAt = new Map(nodes.map((node) => [node.state, node]));
        for (const { from, to, curve } of edges) {
          const last = (curve.length - 2) / 6 - 1;
          for (const [point, node] of [
            [pointOn(curve, 0, 0), nodeAt.get(from)!],
            [pointOn(curve, last, 1), nodeAt.get(to)!],
          ] as const) {
            expect(Math.abs(point.x - node.x)).toBeLessThanOrEqual(node.halfWidth + 2);
            expect(Math.abs(point.y - node.y)).toBeLessThanOrEqual(node.radius + 2);
          }
        }
      }),
      SAMPLE,
    );
  });

  it('gives every arrow head a direction', () => {
    fc.assert(
      fc.property(anyAutomaton, anyArrangement, (automaton, arrangement) => {
        const { edges, end } = sceneOf(automaton, { ...PLAIN_ARRANGEMENT, ...arrangement });
        for (const { arrow } of [...edges, ...(end?.edges ?? [])]) {
          if (!arrow) continue;
          const [tipX = 0, tipY = 0, leftX = 0, leftY = 0, rightX = 0, rightY = 0] = arrow;
          expect(Math.hypot(leftX - rightX, leftY - rightY)).toBeGreaterThan(1);
          expect(Math.hypot(leftX - tipX, leftY - tipY)).toBeGreaterThan(1);
        }
      }),
      SAMPLE,
    );
  });

  it('writes every name within its box, and breaks no word that fits a line', () => {
    const tags = [...HOSTILE_TAGS, 'ask-for-private-message', 'inform_restaurant_name'];
    const automaton = exampleAutomaton(
      9,
      tags.map((tag, at) => [0, at + 1, tag, 5] as const),
    );
    for (const { lines = [], halfWidth } of layOut(automaton, ALL, null).scene.nodes)
      for (const line of lines) expect(textWidth(line, TEXT_FONT_PX)).toBeLessThanOrEqual(2 * halfWidth);
    const drawn = layOut(automaton, ALL, null).scene.nodes.map(({ lines }) => lines);
    expect(drawn).toContainEqual(['ask for private', 'message']);
  });

  it('keeps a state where people put it, with its lines', () => {
    const place = { direction: 'right', x: 900, y: 400 } as const;
    const placed = { ...desk, states: { ...desk.states, places: [null, null, null, place, null] } };
    const { scene, grid } = layOut(desk, ALL, null);
    const kept = layOut(placed, ALL, null).scene;
    const dragged = movedScene(scene, grid, { state: 3, ...place });
    for (const { nodes, edges, end } of [kept, dragged]) {
      expect(nodes.find(({ state }) => state === 3)).toMatchObject({ x: 900, y: 400, isPlaced: true });
      const [x, y] = edges.find(({ to }) => to === 3)!.curve.slice(-2);
      expect(Math.hypot(x! - 900, y! - 400)).toBeLessThan(120);
      const out = end!.edges.find(({ from }) => from === 3)!.curve;
      expect(Math.hypot(out[0]! - 900, out[1]! - 400)).toBeLessThan(120);
    }
  });

  it('falls back to the DFA notation where there are too many states for boxes', () => {
    const wide = exampleAutomaton(
      500,
      Array.from({ length: MOST_CARDS }, (_, at) => [0, at + 1, `tag-${at}`, 5] as const),
    );
    expect(layOut(wide, ALL, null, PLAIN_ARRANGEMENT).scene.notation).toBe('dfa');
  });
});
