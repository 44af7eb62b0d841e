import { describe, expect, it } from 'vitest';
import {
  ASKED,
  hideColumn,
  NARROWEST,
  orderedColumns,
  placeColumn,
  resizeColumn,
  type SheetView,
  START_VIEW,
  showColumn,
  shownColumns,
  TRUTH,
  WIDEST,
  widthOf,
} from './sheet-heads.tsx';

const keys = [TRUTH, 'a', 'b', 'c'];
const shown = (view: SheetView, of = keys) => shownColumns(view, of).join(' ');

describe('columns of a batch run', () => {
  it('keep the order of the run until they are moved', () => {
    expect(shown(START_VIEW)).toBe('truth a b c');
    expect(shown(placeColumn(START_VIEW, keys, 'c', 0))).toBe('c truth a b');
    expect(shown(placeColumn(START_VIEW, keys, 'a', 2))).toBe('truth b a c');
    expect(placeColumn(START_VIEW, keys, 'a', 1)).toBe(START_VIEW);
    expect(placeColumn(START_VIEW, keys, TRUTH, -1)).toBe(START_VIEW);
    expect(shown(placeColumn(START_VIEW, keys, 'a', 99))).toBe('truth b c a');
    expect(placeColumn(START_VIEW, keys, 'z', 1)).toBe(START_VIEW);
  });

  it('keep their order in a run with other columns', () => {
    const moved = placeColumn(START_VIEW, keys, 'c', 0);
    expect(orderedColumns(moved, [TRUTH, 'x', 'a', 'c', 'y'])).toEqual(['c', 'y', TRUTH, 'x', 'a']);
    expect(shown(moved, [TRUTH, 'b'])).toBe('truth b');
  });

  it('are hidden and shown again in place; the last answer column stays', () => {
    const less = hideColumn(START_VIEW, keys, 'b');
    expect(shown(less)).toBe('truth a c');
    expect(shown(showColumn(less, 'b'))).toBe('truth a b c');
    expect(shown(showColumn(placeColumn(less, keys, 'c', 1), 'b'))).toBe('truth c a b');
    const one = hideColumn(less, keys, 'a');
    expect(hideColumn(one, keys, 'c')).toBe(one);
    expect(shown(hideColumn(one, keys, TRUTH))).toBe('c');
    expect(shown(one, [TRUTH, 'a', 'b'])).toBe('truth a b');
  });

  it('have readable widths', () => {
    expect(widthOf(resizeColumn(START_VIEW, 'a', 20), 'a')).toBe(NARROWEST);
    expect(widthOf(resizeColumn(START_VIEW, ASKED, 5000), ASKED)).toBe(WIDEST);
    expect(widthOf(resizeColumn(START_VIEW, 'a', 300.4), 'a')).toBe(300);
    expect(widthOf(START_VIEW, 'a')).toBeGreaterThan(NARROWEST);
  });
});
