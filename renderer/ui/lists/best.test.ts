import { describe, expect, it } from 'vitest';
import { bestClass, bestOf } from './figure-table.tsx';

describe('the best value of a column', () => {
  it('is the highest, or the lowest where less is better', () => {
    expect(bestOf([3, null, 7, 5])).toBe(7);
    expect(bestOf([3, undefined, 7, 5], 'least')).toBe(3);
  });

  it('is none if nothing can be compared', () => {
    expect(bestOf([])).toBeNull();
    expect(bestOf([4, null])).toBeNull();
    expect(bestOf([4, 4, 4])).toBeNull();
    expect(bestOf([5, 5, 4])).toBeNull();
  });

  it('marks every cell that has it, and no cell without a value', () => {
    const values = [7, 7, 3, 2];
    expect(values.map((value) => bestClass(value, bestOf(values)))).toEqual(['best', 'best', '', '']);
    expect(bestClass(null, null)).toBe('');
  });
});
