import { describe, expect, it } from 'vitest';
import { type Answerer, answererTitle, modelName } from '#shared/domain/agent.ts';
import {
  addColumn,
  type ColumnLayout,
  columnsOf,
  gridTemplate,
  idOf,
  MOST_COLUMNS,
  methodsOf,
  moveColumn,
  moveColumnTo,
  NARROWEST,
  removeColumn,
  replaceColumn,
  resizeColumn,
  setAnswerer,
  usableLayout,
  WIDEST,
  withBaseline,
  withColumns,
} from './columns.ts';

const layout: ColumnLayout = ['a', 'b', 'c'].map((name) => ({ name, width: null }));
const names = (columns: ColumnLayout) => columns.map((column) => column.name).join('');

describe('withBaseline', () => {
  const model: Answerer = {
    kind: 'model',
    provider: 'p',
    model: '/models/small.gguf',
    temperature: 0,
    seed: 1,
    maxOutputTokens: 9,
  };

  it('adds the column without examples with the first model, and not again once it is removed', () => {
    const shown = withBaseline(layout, setAnswerer(layout, 'b', model));
    expect(shown.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'none']);
    expect(shown[3]?.answerer).toEqual(model);
    const removed = removeColumn(shown, idOf(shown[3]!));
    expect(withBaseline(shown, removed)).toBe(removed);
    expect(withBaseline(layout, [...layout, { name: 'd', width: null }])).toHaveLength(4);
  });

  it('names a model by the last part of its path', () => {
    expect(answererTitle(model)).toBe('small.gguf');
    expect(modelName('C:\\models\\small.gguf')).toBe('small.gguf');
    expect(modelName('small')).toBe('small');
  });
});

describe('usableLayout', () => {
  it('keeps the order of existing columns and drops missing and duplicate ones', () => {
    expect(names(usableLayout([...layout, layout[0]], ['c', 'a', 'z']))).toBe('ac');
  });

  it('falls back to the first methods if no column exists', () => {
    expect(names(usableLayout(layout, ['x', 'y']))).toBe('xy');
    expect(usableLayout(layout, [])).toEqual([]);
  });

  it('limits the number of columns', () => {
    const many = Array.from({ length: MOST_COLUMNS + 3 }, (_, at) => ({ name: `m${at}`, width: null }));
    expect(
      usableLayout(
        many,
        many.map(({ name }) => name),
      ),
    ).toHaveLength(MOST_COLUMNS);
  });
});

describe('flows and worksheets as columns', () => {
  const flow = { kind: 'flow', title: 'Flow boat', flow: 'boat' };
  const mixed = withColumns(layout, [...columnsOf(layout), flow]);

  it('are kept while the project has them', () => {
    expect(mixed.map(idOf)).toEqual(['a', 'b', 'c', 'flow/flow="boat"']);
    expect(methodsOf(mixed)).toEqual(['a', 'b', 'c']);
    expect(columnsOf(mixed).at(-1)).toBe(flow);
    expect(withColumns(layout, columnsOf(mixed))).toEqual(mixed);
    expect(usableLayout(mixed, ['a', 'b', 'c'])).toEqual(mixed);
    expect(usableLayout(mixed, ['a', 'b', 'c'], [flow])).toEqual(mixed);
    expect(usableLayout(mixed, ['a', 'b', 'c'], [])).toEqual(layout);
  });

  it('can be replaced by a method', () => {
    expect(replaceColumn(mixed, 'flow/flow="boat"', 'd').at(-1)).toEqual({ name: 'd', width: null });
  });
});

describe('choosing columns', () => {
  it('adds a column at the end, once', () => {
    expect(names(addColumn(layout, 'd'))).toBe('abcd');
    expect(addColumn(layout, 'b')).toBe(layout);
  });

  it('adds none to a full page', () => {
    const full = Array.from({ length: MOST_COLUMNS }, (_, at) => ({ name: `m${at}`, width: null }));
    expect(addColumn(full, 'z')).toBe(full);
  });

  it('removes all but the last', () => {
    expect(names(removeColumn(layout, 'b'))).toBe('ac');
    const one: ColumnLayout = [{ name: 'a', width: 300 }];
    expect(removeColumn(one, 'a')).toBe(one);
  });

  it('replaces a column in place without duplicates', () => {
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

  it('moves to any existing place', () => {
    expect(names(moveColumnTo(layout, 'a', 2))).toBe('bca');
    expect(names(moveColumnTo(layout, 'c', 0))).toBe('cab');
    expect(moveColumnTo(layout, 'b', 1)).toBe(layout);
    expect(moveColumnTo(layout, 'b', 3)).toBe(layout);
    expect(moveColumnTo(layout, 'z', 0)).toBe(layout);
  });
});

describe('a list of columns', () => {
  it('keeps the widths of remaining columns in any order', () => {
    const wide = resizeColumn(layout, 'b', 400);
    const columns = columnsOf(wide);
    expect(withColumns(wide, columns)).toEqual(wide);
    const changed = withColumns(wide, [columns[1], { method: 'c', answerer: { kind: 'first' } }]);
    expect(changed).toEqual([
      { name: 'b', width: 400 },
      { name: 'c', answerer: { kind: 'first' }, width: null },
    ]);
    expect(columnsOf(changed)[1].answerer).toEqual({ kind: 'first' });
    const other = columns.with(1, { method: 'b', answerer: { kind: 'first' } });
    expect(withColumns(wide, other)[1].width).toBe(400);
  });
});

describe('answerers', () => {
  const model = (name: string): Answerer => ({
    kind: 'model',
    provider: 'mine',
    model: name,
    temperature: 0,
    seed: 1,
    maxOutputTokens: 512,
  });

  it('make the same method a different column', () => {
    const both = addColumn(layout, 'a', model('small'));
    expect(both.map(idOf)).toEqual(['a', 'b', 'c', 'a/model/mine/small/0/1/512']);
    expect(addColumn(both, 'a', model('small'))).toBe(both);
    expect(addColumn(layout, 'a', { kind: 'consensus' })).toBe(layout);
    expect(names(removeColumn(both, 'a'))).toBe('bca');
    expect(resizeColumn(both, idOf(both[3]), 300).map(({ width }) => width)).toEqual([null, null, null, 300]);
  });

  it('change in place unless that column exists', () => {
    const changed = setAnswerer(layout, 'b', { kind: 'first' });
    expect(changed.map(idOf)).toEqual(['a', 'b/first', 'c']);
    expect(setAnswerer(changed, 'b/first', { kind: 'consensus' })).toEqual(layout);
    const both = addColumn(layout, 'b', { kind: 'first' });
    expect(setAnswerer(both, 'b', { kind: 'first' })).toBe(both);
    expect(replaceColumn(both, 'b/first', 'c').map(idOf)).toEqual(['a', 'b', 'c', 'c/first']);
  });

  it('must be a model if there are no examples', () => {
    expect(addColumn(layout, 'none')).toBe(layout);
    const zero = addColumn(layout, 'none', model('small'));
    expect(zero).toHaveLength(4);
    expect(setAnswerer(zero, idOf(zero[3]), { kind: 'first' })).toBe(zero);
    expect(usableLayout([...zero, { name: 'none', width: null }], ['a', 'b', 'c'])).toEqual(zero);
  });
});

describe('widths', () => {
  it('stay readable', () => {
    expect(resizeColumn(layout, 'a', 10)[0].width).toBe(NARROWEST);
    expect(resizeColumn(layout, 'a', 9999)[0].width).toBe(WIDEST);
    expect(resizeColumn(layout, 'a', 300.4)[0].width).toBe(300);
    expect(resizeColumn(resizeColumn(layout, 'a', 300), 'a', null)).toEqual(layout);
  });

  it('become a grid template', () => {
    expect(gridTemplate(resizeColumn(layout.slice(0, 2), 'b', 260))).toBe('minmax(220px, 1fr) 260px');
  });
});
