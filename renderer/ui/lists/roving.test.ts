import { describe, expect, it } from 'vitest';
import { nextIndex } from './virtual-list.tsx';

const list = { axis: 'vertical', page: 10 } as const;
const menu = { axis: 'vertical', wrap: true } as const;

describe('nextIndex', () => {
  it('moves by one and stops at the ends of a list', () => {
    expect(nextIndex('ArrowDown', 0, 3, list)).toBe(1);
    expect(nextIndex('ArrowDown', 2, 3, list)).toBe(2);
    expect(nextIndex('ArrowUp', 0, 3, list)).toBe(0);
  });

  it('starts at the first row if none was active', () => {
    expect(nextIndex('ArrowDown', -1, 3, list)).toBe(0);
    expect(nextIndex('ArrowUp', -1, 3, list)).toBe(0);
  });

  it('wraps in a menu', () => {
    expect(nextIndex('ArrowDown', 2, 3, menu)).toBe(0);
    expect(nextIndex('ArrowUp', 0, 3, menu)).toBe(2);
  });

  it('pages within the list', () => {
    expect(nextIndex('PageDown', 5, 100, list)).toBe(15);
    expect(nextIndex('PageDown', 95, 100, list)).toBe(99);
    expect(nextIndex('PageUp', 5, 100, list)).toBe(0);
    expect(nextIndex('PageDown', 0, 3, menu)).toBeNull();
  });

  it('ignores other keys, the other axis and an empty list', () => {
    expect(nextIndex('a', 0, 3, list)).toBeNull();
    expect(nextIndex('ArrowRight', 0, 3, list)).toBeNull();
    expect(nextIndex('ArrowRight', 0, 3, { axis: 'horizontal' })).toBe(1);
    expect(nextIndex('ArrowDown', -1, 0, list)).toBeNull();
  });
});
