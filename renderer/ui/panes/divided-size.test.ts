import { describe, expect, it } from 'vitest';
import { clampSize, sizeByDrag, sizeByKey } from './split.tsx';

const limits = { least: 200, most: 700 };
const after = { of: 'after', ...limits } as const;

describe('a divided size', () => {
  it('stays within its limits', () => {
    expect(clampSize(100, limits)).toBe(200);
    expect(clampSize(500, limits)).toBe(500);
    expect(clampSize(900, limits)).toBe(700);
  });

  it('keeps the minimum if there is too little space', () => {
    expect(clampSize(400, { least: 200, most: 100 })).toBe(200);
  });

  it("moves the divider in the arrow's direction", () => {
    expect(sizeByKey('ArrowLeft', 500, after)).toBe(524);
    expect(sizeByKey('ArrowRight', 500, after)).toBe(476);
    expect(sizeByKey('ArrowRight', 500, { ...after, of: 'before' })).toBe(524);
    expect(sizeByKey('ArrowUp', 500, { ...after, of: 'below' })).toBe(524);
    expect(sizeByKey('ArrowUp', 500, after)).toBeNull();
  });

  it('moves to either end', () => {
    expect(sizeByKey('Home', 500, after)).toBe(700);
    expect(sizeByKey('End', 500, after)).toBe(200);
    expect(sizeByKey('End', 500, { ...after, of: 'before' })).toBe(700);
  });

  it('follows the pointer', () => {
    expect(sizeByDrag(500, { x: 30, y: 7 }, after)).toBe(470);
    expect(sizeByDrag(500, { x: 30, y: 7 }, { ...after, of: 'before' })).toBe(530);
    expect(sizeByDrag(500, { x: 30, y: 7 }, { ...after, of: 'below' })).toBe(493);
  });
});
