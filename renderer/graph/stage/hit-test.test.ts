import { describe, expect, it } from 'vitest';
import { pointOn } from '#shared/algorithms/layout/scene/edge-curve.ts';
import { testIndex } from '../test-graph.fixture.ts';
import { createHitTester, type Hit } from './hit-test.ts';

const index = testIndex();
const tester = createHitTester(index.scene);
const named = (hit: Hit | null): string =>
  hit === null
    ? 'nothing'
    : hit.kind === 'node'
      ? `state ${hit.node.state}`
      : `${hit.edge.from}-${hit.edge.to}`;

describe('createHitTester', () => {
  it('finds every state at its centre and near its outline', () => {
    for (const node of index.scene.nodes) {
      expect(named(tester.at(node.x, node.y, 1))).toBe(`state ${node.state}`);
      expect(named(tester.at(node.x + 9, node.y + 6, 1))).toBe(`state ${node.state}`);
    }
  });

  it('finds the edges of the tree on their lines and on their labels', () => {
    for (const edge of index.scene.edges.filter(({ kind }) => kind === 'tree')) {
      const middle = pointOn(edge.curve, 0, 0.9);
      expect(named(tester.at(middle.x, middle.y + 1, 1))).toBe(`${edge.from}-${edge.to}`);
      const { left, top } = edge.label.box!;
      expect(named(tester.at(left + 4, top + 4, 1))).toBe(`${edge.from}-${edge.to}`);
    }
  });

  it('finds nothing where nothing is', () => {
    expect(tester.at(-400, -400, 1)).toBeNull();
  });

  it('keeps targets large on the screen when the picture is small', () => {
    const start = index.nodes.get(0)!;
    expect(named(tester.at(start.x - 30, start.y, 1))).toBe('nothing');
    expect(named(tester.at(start.x - 30, start.y, 0.3))).toBe('state 0');
  });
});
