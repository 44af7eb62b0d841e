import { describe, expect, it } from 'vitest';
import { BOAT } from '../../../../tests/fixtures/boat-flow.ts';
import type { Flow } from '../../../domain/flow.ts';
import { addNode } from '../edit-flow.ts';
import { FLOW_NODE, layOutFlow } from './lay-out-flow.ts';

function expectNoOverlap(flow: Flow): void {
  const rows = new Map<number, number[]>();
  for (const { x, y } of layOutFlow(flow).places.values()) rows.set(y, [...(rows.get(y) ?? []), x]);
  for (const row of rows.values()) {
    row.sort((a, b) => a - b);
    for (const [at, x] of row.entries()) {
      if (at > 0) expect(x - row[at - 1]!).toBeGreaterThan(FLOW_NODE.width);
    }
  }
}

describe('layOutFlow', () => {
  it('puts each node below all that lead to it, but for edges back', () => {
    const { places } = layOutFlow(BOAT);
    expect(places.size).toBe(7);
    const level = (id: string): number => places.get(id)!.level;
    const down = BOAT.edges.filter(({ source, target }) => level(target) > level(source));
    expect(BOAT.edges.filter((edge) => !down.includes(edge))).toEqual([
      { source: '3', target: '1', condition: 'no' },
    ]);
    expect(level('2')).toBe(2);
    expectNoOverlap(BOAT);
  });

  it('keeps the order of those that stand beside each other when one is added', () => {
    const sides = (flow: Flow): boolean => {
      const { places } = layOutFlow(flow);
      return places.get('3')!.x < places.get('4')!.x;
    };
    expect(sides(BOAT)).toBe(true);
    const { flow } = addNode(BOAT, 'inform', '2');
    expect(sides(flow)).toBe(true);
    expect(layOutFlow(flow).places.get('8')!.x).toBeGreaterThan(layOutFlow(flow).places.get('4')!.x);
  });

  it('places all of a large flow, what nothing leads to and what leads nowhere too', () => {
    const nodes = Array.from({ length: 1000 }, (_, at) => ({
      id: `${at}`,
      type: 'inform' as const,
      message: 'a',
    }));
    const edges = nodes.flatMap(({ id }, at) =>
      at % 7 === 0 ? [] : [{ source: `${at - (at % 5)}`, target: id }],
    );
    const flow = { ...BOAT, start: '0', nodes, edges: [...edges, { source: '1', target: 'nowhere' }] };
    expect(layOutFlow(flow).places.size).toBe(1000);
    expectNoOverlap(flow);
    expect(layOutFlow({ ...BOAT, nodes: [], edges: [] }).places.size).toBe(0);
  });
});
