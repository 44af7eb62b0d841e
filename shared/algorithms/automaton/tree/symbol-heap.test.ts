import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSymbolHeap } from './turn-grower.ts';

describe('createSymbolHeap', () => {
  it('returns symbols by falling count, equal counts by id', () => {
    const counts = Int32Array.of(2, 5, 2, 9);
    const heap = createSymbolHeap(counts);
    heap.fill(Int32Array.of(2, 1, 0, 3), 4);
    expect([heap.pop(), heap.pop(), heap.pop(), heap.pop(), heap.pop()]).toEqual([3, 1, 0, 2, -1]);
  });

  it('returns the largest current count while counts fall', () => {
    const step = fc.record({ symbol: fc.nat({ max: 7 }), fall: fc.nat({ max: 6 }) });
    const start = fc.array(fc.nat({ max: 9 }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(
        start,
        fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 8 }),
        (startCounts, turns) => {
          const counts = Int32Array.from(startCounts);
          const heap = createSymbolHeap(counts);
          heap.fill(
            Int32Array.from(startCounts, (_, symbol) => symbol),
            counts.length,
          );
          const left = new Set(startCounts.keys());
          for (const steps of turns) {
            for (const { symbol, fall } of steps) counts[symbol] = Math.max(0, counts[symbol] - fall);
            const best = [...left]
              .filter((symbol) => counts[symbol] > 0)
              .sort((a, b) => counts[b] - counts[a] || a - b)[0];
            expect(heap.pop()).toBe(best ?? -1);
            left.delete(best);
          }
        },
      ),
    );
  });
});
