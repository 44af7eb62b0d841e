import { describe, expect, it } from 'vitest';
import { bestClass, bestOf } from './best.ts';

describe('the best value of a column', () => {
  it('is the highest, or the lowest where less is better', () => {
    expect(bestOf([3, null, 7, 5])).toBe(7);
    expect(bestOf([3, undefined, 7, 5], 'least')).toBe(3);
  });

  it('is none if nothing can be compared', () => {
    expect(bestOf([])).toBeNull();
    expect(bestOf([4, null])).toBeNull();
    expect(bestOf([4, 4, 4])).toBeNull();
  });

  it('marks every cell that has it, and no cell without a value', () => {
    expect([7, 7, 3].map((value) => bestClass(value, bestOf([7, 7, 3])))).toEqual(['best', 'best', '']);
    expect(bestClass(null, null)).toBe('');
  });
});
