import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAutomaton, exampleAutomaton, layOutLarge } from '../../../tests/fixtures/example-automata.ts';
import { layOut } from './lay-out.ts';
import { movedScene, outerRadius } from './scene/scene.ts';
import { revealing } from './shown/spanning-tree.ts';
import { openingSupport } from './shown/visible.ts';

const EVERY_DEPTH = Number.POSITIVE_INFINITY;
const EVERYTHING = { minSupport: 0, maxDepth: EVERY_DEPTH };
const filters = fc.record({ minSupport: fc.nat(400), maxDepth: fc.integer({ min: 1, max: 12 }) });

describe('layOut', () => {
  it('moves no state that stays by a single px', () => {
    fc.assert(
      fc.property(anyAutomaton, filters, filters, (automaton, first, second) => {
        const before = layOutLarge(automaton, first, null);
        const after = layOutLarge(automaton, second, before);
        const places = new Map(after.scene.nodes.map((node) => [node.state, [node.x, node.y]]));
        for (const node of before.scene.nodes) {
          if (places.has(node.state)) expect(places.get(node.state)).toEqual([node.x, node.y]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('lets no two shown states overlap, rings and all', () => {
    fc.assert(
      fc.property(anyAutomaton, filters, filters, (automaton, first, second) => {
        const { nodes } = layOutLarge(automaton, second, layOutLarge(automaton, first, null)).scene;
        for (const [index, a] of nodes.entries()) {
          for (const b of nodes.slice(index + 1)) {
            const reach = outerRadius(a) + outerRadius(b);
            expect(Math.abs(a.x - b.x) >= reach || Math.abs(a.y - b.y) >= reach).toBe(true);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('draws an edge for every transition between shown states', () => {
    fc.assert(
      fc.property(anyAutomaton, filters, (automaton, filter) => {
        const { scene, visibility } = layOutLarge(automaton, filter, null);
        const drawn = new Set(scene.edges.flatMap((edge) => edge.transitions));
        const { from, to } = automaton.transitions;
        for (let index = 0; index < from.length; index++) {
          const wanted = visibility.shown[from[index]] === 1 && visibility.shown[to[index]] === 1;
          expect(drawn.has(index)).toBe(wanted);
        }
        expect(scene.nodes.length).toBe(visibility.shownCount);
      }),
      { numRuns: 40 },
    );
  });

  it('is the same every time', () => {
    fc.assert(
      fc.property(anyAutomaton, filters, filters, (automaton, first, second) => {
        const once = layOutLarge(automaton, second, layOutLarge(automaton, first, null));
        expect(layOutLarge(automaton, second, layOutLarge(automaton, first, null))).toEqual(once);
      }),
      { numRuns: 30 },
    );
  });

  it('lays out 5,000 states, opening with a picture that can be read', () => {
    const wide = exampleAutomaton(
      5000,
      Array.from({ length: 5000 }, (_, index) => {
        const parent = Math.floor(index / 4);
        return [parent, index + 1, `tag ${index % 50}`, Math.max(1, Math.floor(4000 / (index + 1)))] as const;
      }),
    );
    const opening = layOutLarge(wide, { minSupport: openingSupport(wide), maxDepth: EVERY_DEPTH }, null);
    expect(opening.visibility.shownCount).toBeLessThanOrEqual(24);
    const all = layOutLarge(wide, { minSupport: 1, maxDepth: EVERY_DEPTH }, opening);
    expect(all.scene.nodes.length).toBe(5001);
    expect(new Set(all.scene.nodes.map((node) => `${node.x},${node.y}`)).size).toBe(5001);
  });
});

describe('revealing', () => {
  it('names the states and the path to them', () => {
    const automaton = exampleAutomaton(100, [
      [0, 1, 'a', 90],
      [1, 2, 'b', 20],
      [2, 3, 'c', 2],
      [1, 4, 'd', 70],
    ]);
    expect(revealing(automaton, [3])).toEqual([0, 1, 2, 3]);
    const { visibility } = layOut(
      automaton,
      { minSupport: 50, maxDepth: EVERY_DEPTH, revealed: revealing(automaton, [3]) },
      null,
    );
    expect([...visibility.shown]).toEqual([1, 1, 1, 1, 1]);
  });
});

describe('arrangement', () => {
  it('comes nearer to the ratio of a page, in either direction, and keeps its states apart', () => {
    fc.assert(
      fc.property(
        anyAutomaton,
        fc.constantFrom('right' as const, 'down' as const),
        (automaton, direction) => {
          const offBy = (ratio: number | null): number => {
            const { bounds, nodes } = layOutLarge(automaton, EVERYTHING, null, {
              notation: 'dfa',
              direction,
              ratio,
            }).scene;
            for (const [at, { x, y, radius }] of nodes.entries())
              for (const other of nodes.slice(at + 1))
                expect(Math.max(Math.abs(other.x - x), Math.abs(other.y - y))).toBeGreaterThan(
                  2 * radius - 4,
                );
            const drawn = (bounds.right - bounds.left) / (bounds.bottom - bounds.top);
            return Math.abs(Math.log(drawn / (16 / 9)));
          };
          // The tolerance is for parts outside the states, such as arcs.
          expect(offBy(16 / 9)).toBeLessThan(offBy(null) + 0.5);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('moves nothing where a filter changes from the top down', () => {
    const arrangement = { notation: 'dfa', direction: 'down', ratio: null } as const;
    const automaton = exampleAutomaton(9, [
      [0, 1, 'a', 9],
      [0, 2, 'b', 5],
      [1, 3, 'c', 3],
      [3, 1, 'd', 2],
    ]);
    const before = layOutLarge(automaton, { ...EVERYTHING, minSupport: 5 }, null, arrangement);
    const after = layOutLarge(automaton, EVERYTHING, before, arrangement);
    expect(after.scene.direction).toBe('down');
    for (const { state, x, y } of before.scene.nodes) {
      const now = after.scene.nodes.find((node) => node.state === state);
      expect([now?.x, now?.y]).toEqual([x, y]);
    }
  });

  it('leaves a state where people put it, in pictures of that direction only, and its edges touch it', () => {
    const transitions = [
      [0, 1, 'a', 9],
      [0, 2, 'b', 5],
      [1, 3, 'c', 3],
      [3, 1, 'd', 2],
    ] as const;
    const automaton = exampleAutomaton(9, transitions);
    const place = { direction: 'right' as const, x: -80, y: 200 };
    const kept = { ...automaton, states: { ...automaton.states, places: [null, place, null, null] } };
    const { scene, grid } = layOutLarge(automaton, EVERYTHING, null);
    const placed = layOutLarge(kept, EVERYTHING, null).scene;
    const dragged = movedScene(scene, grid, { state: 1, ...place });
    for (const drawn of [placed, dragged]) {
      expect(drawn.nodes.find(({ state }) => state === 1)).toMatchObject({ x: -80, y: 200, isPlaced: true });
      const [end] = drawn.edges.filter(({ from, to }) => from === 0 && to === 1);
      expect(Math.hypot((end?.curve.at(-2) ?? 0) + 80, (end?.curve.at(-1) ?? 0) - 200)).toBeLessThan(20);
    }
    const paths = ({ edges }: typeof scene): string[] => edges.map(({ path }) => path).sort();
    expect(paths(dragged)).toEqual(paths(placed));
    const down = layOutLarge(kept, EVERYTHING, null, {
      notation: 'dfa',
      direction: 'down',
      ratio: null,
    }).scene;
    expect(down.nodes.some(({ isPlaced }) => isPlaced)).toBe(false);
  });
});
