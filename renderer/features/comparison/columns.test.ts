import { describe, expect, it } from 'vitest';
import {
  addColumn,
  type ColumnLayout,
  gridTemplate,
  MOST_COLUMNS,
  moveColumn,
  NARROWEST,
  removeColumn,
  replaceColumn,
  resizeColumn,
  usableLayout,
  WIDEST,
} from './columns.ts';

const layout: ColumnLayout = ['a', 'b', 'c'].map((name) => ({ name, width: null }));
const names = (columns: ColumnLayout) => columns.map((column) => column.name).join('');

describe('usableLayout', () => {
  it('keeps the order of what exists and drops what does not, and what stands twice', () => {
    expect(names(usableLayout([...layout, layout[0]], ['c', 'a', 'z']))).toBe('ac');
  });

  it('falls back on the first methods where nothing of the layout exists', () => {
    expect(names(usableLayout(layout, ['x', 'y']))).toBe('xy');
    expect(usableLayout(layout, [])).toEqual([]);
  });

  it('shows no more than fit', () => {
    const many = [...'abcdefghijk'].map((name) => ({ name, width: null }));
    expect(usableLayout(many, [...'abcdefghijk'])).toHaveLength(MOST_COLUMNS);
  });
});

describe('choosing columns', () => {
  it('adds at the end, once', () => {
    expect(names(addColumn(layout, 'd'))).toBe('abcd');
    expect(addColumn(layout, 'b')).toBe(layout);
  });

  it('adds none to a full page', () => {
    const full = [...'abcdefgh'].map((name) => ({ name, width: null }));
    expect(addColumn(full, 'z')).toBe(full);
  });

  it('takes away all but the last', () => {
    expect(names(removeColumn(layout, 'b'))).toBe('ac');
    const one: ColumnLayout = [{ name: 'a', width: 300 }];
    expect(removeColumn(one, 'a')).toBe(one);
  });

  it('replaces in place, and never shows a method twice', () => {
    expect(names(replaceColumn(layout, 'b', 'x'))).toBe('axc');
    expect(replaceColumn(layout, 'b', 'c')).toBe(layout);
  });

  it('moves by one place and stops at the ends', () => {
    expect(names(moveColumn(layout, 'b', -1))).toBe('bac');
    expect(names(moveColumn(layout, 'b', 1))).toBe('acb');
    expect(moveColumn(layout, 'a', -1)).toBe(layout);
    expect(moveColumn(layout, 'c', 1)).toBe(layout);
    expect(moveColumn(layout, 'z', 1)).toBe(layout);
  });
});

describe('widths', () => {
  it('stay within what can be read', () => {
    expect(resizeColumn(layout, 'a', 10)[0].width).toBe(NARROWEST);
    expect(resizeColumn(layout, 'a', 9999)[0].width).toBe(WIDEST);
    expect(resizeColumn(layout, 'a', 300.4)[0].width).toBe(300);
    expect(resizeColumn(resizeColumn(layout, 'a', 300), 'a', null)).toEqual(layout);
  });

  it('become a template of the grid', () => {
    expect(gridTemplate(resizeColumn(layout.slice(0, 2), 'b', 260))).toBe('minmax(220px, 1fr) 260px');
  });
});
