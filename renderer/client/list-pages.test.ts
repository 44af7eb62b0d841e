import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pagesOf } from './use-paged-rows.ts';

describe('pagesOf', () => {
  it('returns the pages under a window', () => {
    expect(pagesOf(0, 20, 100, 1000)).toEqual([0]);
    expect(pagesOf(95, 120, 100, 1000)).toEqual([0, 1]);
    expect(pagesOf(990, 1200, 100, 1000)).toEqual([9]);
  });

  it('returns none for an empty list or window', () => {
    expect(pagesOf(0, 20, 100, 0)).toEqual([]);
    expect(pagesOf(5, 4, 100, 10)).toEqual([]);
  });

  it('covers every existing row of the window', () => {
    fc.assert(
      fc.property(
        fc.nat(500),
        fc.nat(50),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(500),
        (first, span, size, total) => {
          const pages = new Set(pagesOf(first, first + span, size, total));
          for (let row = first; row <= first + span && row < total; row++) {
            expect(pages.has(Math.floor(row / size))).toBe(true);
          }
        },
      ),
    );
  });
});
