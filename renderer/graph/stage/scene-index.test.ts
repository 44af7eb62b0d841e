import { describe, expect, it } from 'vitest';
import { testIndex } from '../../../tests/fixtures/test-graph.ts';
import { indexScene, lightEdge, lightHighlight, lightPath } from './scene-index.ts';

const index = testIndex();
const edgesOf = (ids: ReadonlySet<number>) =>
  [...ids].map((id) => `${index.scene.edges[id].from}-${index.scene.edges[id].to}`).sort();

describe('indexScene', () => {
  it('lists children and outgoing edges by support', () => {
    expect(index.children.get(0)?.map((edge) => edge.to)).toEqual([1, 2]);
    expect(index.children.get(1)?.map((edge) => edge.to)).toEqual([3, 4]);
    expect(index.outgoing.get(3)?.map((edge) => edge.to)).toEqual([1]);
    expect(index.children.get(3)).toBeUndefined();
  });
});

describe('highlights', () => {
  it('show the path from the start to a state', () => {
    const light = lightPath(index, 5);
    expect([...(light?.states ?? [])].sort()).toEqual([0, 1, 4, 5]);
    expect(edgesOf(light?.edges ?? new Set())).toEqual(['0-1', '1-4', '4-5']);
  });

  it('show the most common path, even if it is longer', () => {
    const edges = [
      [0, 1, 9],
      [1, 2, 8],
      [0, 3, 5],
      [3, 2, 7],
      [0, 2, 6],
      [2, 1, 20],
    ].map(([from, to, support], id) => ({ id, from, to, support }));
    const nodes = [0, 1, 2, 3].map((state) => ({ state }));
    const drawn = indexScene({ ...index, scene: { ...index.scene, nodes, edges } as never });
    expect([...(lightPath(drawn, 2)?.states ?? [])]).toEqual([0, 1, 2]);
    expect([...(lightPath(drawn, 1)?.states ?? [])]).toEqual([0, 1]);
  });

  it('show an edge with the path to its source', () => {
    const light = lightEdge(index, index.between(2, 4)!);
    expect([...light.states].sort()).toEqual([0, 2, 4]);
    expect(edgesOf(light.edges)).toEqual(['0-2', '2-4']);
  });

  it('show the path of a dialogue, including loops', () => {
    const steps = [1, 3, 1, 4, 5].map((state) => ({ state, symbol: 0 }));
    const light = lightHighlight(index, { kind: 'path', steps });
    expect(edgesOf(light?.edges ?? new Set())).toEqual(['0-1', '1-3', '1-4', '3-1', '4-5']);
  });

  it('show visible places without the paths to them', () => {
    const places = { kind: 'places', states: [3, 4, 5], transitions: [{ from: 4, to: 5 }] } as const;
    const light = lightHighlight(index, places);
    expect([...(light?.states ?? [])]).toEqual([3, 4, 5]);
    expect(edgesOf(light?.edges ?? new Set())).toEqual(['4-5']);
    expect(lightHighlight(testIndex(30), { ...places, states: [1, 5] })).toEqual({
      states: new Set([1]),
      edges: new Set(),
    });
  });

  it('name the states whose line to the end is lit', () => {
    const light = lightHighlight(index, { kind: 'places', states: [3], transitions: [], ends: [3] });
    expect(light?.ends).toEqual(new Set([3]));
  });

  it('leave gaps for hidden states, and show nothing for a hidden state', () => {
    const few = testIndex(30);
    const light = lightHighlight(few, {
      kind: 'path',
      steps: [1, 4, 5].map((state) => ({ state, symbol: 0 })),
    });
    expect([...(light?.states ?? [])]).toEqual([0, 1]);
    expect(light?.edges.size).toBe(1);
    expect(lightPath(few, 5)).toBeNull();
  });
});
