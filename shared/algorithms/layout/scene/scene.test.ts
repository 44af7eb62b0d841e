import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyAutomaton,
  exampleAutomaton,
  HOSTILE_TAGS,
  layOutLarge,
} from '../../../../tests/fixtures/example-automata.ts';
import { pointOn } from './edge-curve.ts';
import { edgeWidth, legendSupports, type SceneEdge, type SceneNode } from './scene.ts';

const EVERYTHING = { minSupport: 0, maxDepth: Number.POSITIVE_INFINITY };
const automaton = exampleAutomaton(
  100,
  [
    [0, 1, 'greet', 64],
    [0, 2, 'refund', 16],
    [1, 3, 'ask', 40],
    [1, 4, 'tell', 20],
    [3, 1, 'again', 10],
    [3, 3, 'more', 5],
    [2, 3, 'ask', 4],
    [1, 3, 'look', 9],
    [4, 3, 'beside', 3],
  ],
  { ends: { 4: 7 }, merged: { 3: 12 } },
);
const anyArrangement = fc.record({
  notation: fc.constant('dfa' as const),
  direction: fc.constantFrom('right', 'down'),
  ratio: fc.constantFrom(null, 16 / 9, 4 / 3),
});
const { scene } = layOutLarge(automaton, EVERYTHING, null);
const node = (state: number): SceneNode => scene.nodes.find((one) => one.state === state)!;
const edge = (from: number, to: number): SceneEdge =>
  scene.edges.find((one) => one.from === from && one.to === to)!;

describe('buildScene', () => {
  it('tells roles apart by shape and color, and marks the start, endings and merged states', () => {
    expect(node(0)).toMatchObject({ shape: 'start', colour: 'start', label: '' });
    expect(node(1)).toMatchObject({
      shape: 'circle',
      colour: 'user',
      accepting: false,
      merged: 1,
      label: '',
    });
    expect(node(4)).toMatchObject({ shape: 'square', colour: 'system', accepting: true });
    expect(node(3)).toMatchObject({ merged: 12 });
  });

  it('tells the tree from further transitions on, transitions back and loops', () => {
    expect(edge(0, 1).kind).toBe('tree');
    expect(edge(2, 3).kind).toBe('cross');
    expect(edge(3, 1).kind).toBe('back');
    expect(edge(4, 3).kind).toBe('back');
    expect(edge(3, 3).kind).toBe('loop');
  });

  it('gives an arrow head to what does not run from left to right', () => {
    expect(edge(0, 1).arrow).toBeNull();
    expect(edge(2, 3).arrow).toBeNull();
    for (const [from, to] of [
      [3, 1],
      [4, 3],
      [3, 3],
    ])
      expect(edge(from, to).arrow).toHaveLength(6);
  });

  it('bundles parallel transitions under one label and tells each in the title', () => {
    expect(edge(1, 3).transitions).toEqual([2, 7]);
    expect(edge(1, 3).label).toMatchObject({ tags: 'ask, look', count: '≤40' });
    expect(edge(1, 3).title).toBe('ask, customer, 40 dialogues\nlook, customer, 9 dialogues');
  });

  it('paints the weakest first and the tree last', () => {
    const kinds = scene.edges.map(({ kind }) => kind === 'tree');
    expect(kinds).toEqual([...kinds].sort((a, b) => Number(a) - Number(b)));
    const tree = scene.edges.filter(({ kind }) => kind === 'tree').map(({ support }) => support);
    expect(tree).toEqual([...tree].sort((a, b) => a - b));
    expect(scene.edges.map(({ id }) => id)).toEqual(scene.edges.map((_, index) => index));
  });

  it('keeps each label of the tree on the straight run before its state', () => {
    for (const { kind, to, label } of scene.edges) {
      if (kind !== 'tree') continue;
      expect(label.anchor).toBe('end');
      expect(label.box!.right).toBeLessThan(node(to).x - node(to).radius);
      expect(label.y).toBeLessThan(node(to).y);
    }
  });

  it('lets edges touch the states they join, however it is arranged', () => {
    fc.assert(
      fc.property(anyAutomaton, anyArrangement, (any, arrangement) => {
        const drawn = layOutLarge(any, EVERYTHING, null, arrangement).scene;
        const nodes = new Map(drawn.nodes.map((one) => [one.state, one]));
        for (const { curve, from, to } of drawn.edges) {
          const pieces = (curve.length - 2) / 6;
          const ends = [
            [pointOn(curve, 0, 0), nodes.get(from)!],
            [pointOn(curve, pieces - 1, 1), nodes.get(to)!],
          ] as const;
          for (const [point, at] of ends) {
            expect(Math.hypot(point.x - at.x, point.y - at.y)).toBeLessThan(at.radius * 1.5 + 5);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('covers no state with a label of an extra edge, and no label with another', () => {
    fc.assert(
      fc.property(anyAutomaton, anyArrangement, (any, arrangement) => {
        const drawn = layOutLarge(any, EVERYTHING, null, arrangement).scene;
        const isTold = ({ kind }: SceneEdge): boolean => kind !== 'tree' || arrangement.direction === 'down';
        const placed = drawn.edges.filter((edge) => edge.label.box && isTold(edge));
        for (const [index, { label }] of placed.entries()) {
          const box = label.box!;
          for (const { x, y, radius } of drawn.nodes) {
            const apart =
              x + radius <= box.left ||
              x - radius >= box.right ||
              y + radius <= box.top ||
              y - radius >= box.bottom;
            expect(apart).toBe(true);
          }
          for (const other of placed.slice(index + 1)) {
            const b = other.label.box!;
            const apart =
              b.right <= box.left || b.left >= box.right || b.bottom <= box.top || b.top >= box.bottom;
            expect(apart).toBe(true);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('bounds all that it draws', () => {
    for (const { x, y } of scene.nodes) {
      expect(x).toBeGreaterThan(scene.bounds.left);
      expect(x).toBeLessThan(scene.bounds.right);
      expect(y).toBeGreaterThan(scene.bounds.top);
      expect(y).toBeLessThan(scene.bounds.bottom);
    }
  });

  it('shortens a long tag on the picture and keeps it in the title', () => {
    const long = 'x'.repeat(80);
    const drawn = layOutLarge(exampleAutomaton(9, [[0, 1, long, 9]]), EVERYTHING, null).scene;
    expect(drawn.edges[0].label.tags.length).toBeLessThan(40);
    expect(drawn.edges[0].title).toContain(long);
  });

  it('draws hostile tags as plain lines', () => {
    const transitions = HOSTILE_TAGS.map((tag, index) => [0, index + 1, tag, 5] as const);
    for (const { label } of layOutLarge(exampleAutomaton(9, transitions), EVERYTHING, null).scene.edges) {
      expect(label.tags).not.toMatch(/\p{Cc}|\p{Cf}|\p{Cs}/u);
      expect(label.tags).not.toBe('');
    }
  });
});

describe('edgeWidth', () => {
  it('is 1 to 8 px by the square root of frequency', () => {
    expect([0, 1, 25, 100].map((support) => edgeWidth(support, 100))).toEqual([1, 1.7, 4.5, 8]);
    expect(edgeWidth(500, 100)).toBe(8);
  });
});

describe('legendSupports', () => {
  it('picks turn numbers that occur', () => {
    expect(legendSupports(767)).toEqual([700, 70, 7]);
    expect(legendSupports(4842)).toEqual([4000, 400, 40]);
    expect(legendSupports(12)).toEqual([10, 1]);
    expect(legendSupports(1)).toEqual([1]);
  });
});
