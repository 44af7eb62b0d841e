import { describe, expect, it } from 'vitest';
import { clampSize, sizeByKey } from './split-size.ts';

const limits = { room: 1000, minFirst: 300, minSecond: 200 };

describe('split size', () => {
  it('stays within what both panes need', () => {
    expect(clampSize(100, limits)).toBe(200);
    expect(clampSize(500, limits)).toBe(500);
    expect(clampSize(900, limits)).toBe(700);
  });

  it('keeps the second pane readable where there is too little room for both', () => {
    expect(clampSize(400, { ...limits, room: 400 })).toBe(200);
  });

  it('moves the divider the way the arrow points', () => {
    expect(sizeByKey('ArrowLeft', 500, 'columns', limits)).toBe(524);
    expect(sizeByKey('ArrowRight', 500, 'columns', limits)).toBe(476);
    expect(sizeByKey('ArrowUp', 500, 'rows', limits)).toBe(524);
    expect(sizeByKey('ArrowUp', 500, 'columns', limits)).toBeNull();
  });

  it('goes to either end', () => {
    expect(sizeByKey('Home', 500, 'columns', limits)).toBe(700);
    expect(sizeByKey('End', 500, 'columns', limits)).toBe(200);
  });
});
