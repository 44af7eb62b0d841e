import { describe, expect, it } from 'vitest';
import { pointOn } from '#shared/algorithms/layout/scene/edge-curve.ts';
import { layOutLarge } from '../../../tests/fixtures/example-automata.ts';
import { TEST_GRAPH, testIndex } from '../../../tests/fixtures/test-graph.ts';
import { createHitTester, type Hit } from './hit-test.ts';

const index = testIndex();
const tester = createHitTester(index.scene);
const named = (hit: Hit | null): string =>
  hit === null
    ? 'nothing'
    : hit.kind === 'node'
      ? `state ${hit.node.state}`
      : hit.kind === 'edge'
        ? `${hit.edge.from}-${hit.edge.to}`
        : 'end';

describe('createHitTester', () => {
  it('finds every state at its center and near its outline', () => {
    for (const node of index.scene.nodes) {
      expect(named(tester.at(node.x, node.y, 1))).toBe(`state ${node.state}`);
      expect(named(tester.at(node.x + 9, node.y + 6, 1))).toBe(`state ${node.state}`);
    }
  });

  it('finds tree edges on their lines and labels', () => {
    for (const edge of index.scene.edges.filter(({ kind }) => kind === 'tree')) {
      const middle = pointOn(edge.curve, 0, 0.9);
      expect(named(tester.at(middle.x, middle.y + 1, 1))).toBe(`${edge.from}-${edge.to}`);
      const { left, top } = edge.label.box!;
      expect(named(tester.at(left + 4, top + 4, 1))).toBe(`${edge.from}-${edge.to}`);
    }
  });

  it("finds a loop in a small picture, although it is within its state's target", () => {
    const looping = {
      ...TEST_GRAPH,
      transitions: {
        from: [0, 1],
        to: [1, 1],
        symbol: [0, 0],
        support: [60, 50],
      },
    };
    const { scene } = layOutLarge(looping, { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY }, null);
    const loop = scene.edges.find(({ kind }) => kind === 'loop')!;
    const node = scene.nodes.find(({ state }) => state === 1)!;
    const top = pointOn(loop.curve, 0, 0.5);
    const { at } = createHitTester(scene);
    expect(named(at(top.x, top.y, 0.45))).toBe('1-1');
    expect(named(at(node.x, node.y, 0.45))).toBe('state 1');
  });

  it('finds nothing in empty areas', () => {
    expect(tester.at(-400, -400, 1)).toBeNull();
  });

  it('keeps targets large on screen when the picture is small', () => {
    const start = index.nodes.get(0)!;
    expect(named(tester.at(start.x - 30, start.y, 1))).toBe('nothing');
    expect(named(tester.at(start.x - 30, start.y, 0.3))).toBe('state 0');
  });
});
