import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TEST_GRAPH } from '../../../tests/fixtures/test-graph.ts';
import { stopIndex, supportStops } from './filter-sliders.tsx';

describe('supportStops', () => {
  it('range from 1 to the largest support without the start, closer together for small supports', () => {
    const stops = supportStops(TEST_GRAPH, 17);
    expect(stops[0]).toBe(1);
    expect(stops[stops.length - 1]).toBe(60);
    expect(stops).toContain(17);
    expect(stops).toEqual([...new Set(stops)].sort((a, b) => a - b));
    expect(stops.slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(stops[stops.length - 1] - stops[stops.length - 2]).toBeGreaterThan(2);
  });

  it('return the stop of a support', () => {
    fc.assert(
      fc.property(fc.nat(100), (support) => {
        const stops = supportStops(TEST_GRAPH, 17);
        const index = stopIndex(stops, support);
        if (support >= 1) expect(stops[index]).toBeLessThanOrEqual(support);
        if (index + 1 < stops.length) expect(stops[index + 1]).toBeGreaterThan(support);
      }),
    );
  });
});
