import { describe, expect, it } from 'vitest';
import type { Provider } from '#shared/contract/providers.ts';
import { type Answerer, NO_EXAMPLES, type RetrievalAgent } from '#shared/domain/agent.ts';
import {
  CONSENSUS,
  type ColumnList,
  columnsProblem,
  modelAnswerer,
  suggestedModel,
  withAnswerer,
  withChanged,
  withColumn,
  withMoved,
  withoutColumn,
} from './column-list.ts';

const MODEL = modelAnswerer('mine', 'small');
const by = (method: string, answerer: Answerer = CONSENSUS): RetrievalAgent => ({ method, answerer });
const LIST: ColumnList = ['a', 'b', 'c'].map((method) => by(method));
const methods = (columns: ColumnList) =>
  columns.map((column) => (column.kind === undefined ? column.method : '!')).join('');

describe('a list of columns', () => {
  it('adds a column once, at the end or after another, up to the maximum', () => {
    expect(methods(withColumn(LIST, by('d'), 9))).toBe('abcd');
    expect(methods(withColumn(LIST, by('a', MODEL), 9, 0))).toBe('aabc');
    expect(withColumn(LIST, by('b'), 9)).toBe(LIST);
    expect(withColumn(LIST, by('d'), 3)).toBe(LIST);
  });

  it('adds a column without examples only with a model', () => {
    expect(withColumn(LIST, by(NO_EXAMPLES), 9)).toBe(LIST);
    expect(withColumn(LIST, by(NO_EXAMPLES, MODEL), 9)).toHaveLength(4);
    expect(withChanged(LIST, 0, by(NO_EXAMPLES))).toBe(LIST);
  });

  it('removes columns down to the minimum', () => {
    expect(methods(withoutColumn(LIST, 1, 2))).toBe('ac');
    expect(withoutColumn(LIST, 1, 3)).toBe(LIST);
  });

  it('replaces a column without creating a duplicate', () => {
    expect(methods(withChanged(LIST, 1, by('x')))).toBe('axc');
    expect(withChanged(LIST, 1, by('c'))).toBe(LIST);
    expect(withChanged(LIST, 1, by('c', { kind: 'first' }))[1]).toEqual(by('c', { kind: 'first' }));
  });

  it('moves columns within the list', () => {
    expect(methods(withMoved(LIST, 0, 1))).toBe('bac');
    expect(methods(withMoved(LIST, 0, 2))).toBe('bca');
    expect(methods(withMoved(LIST, 2, -5))).toBe('cab');
    expect(withMoved(LIST, 0, -1)).toBe(LIST);
  });

  it('sets one answerer for all columns and drops duplicates', () => {
    const mixed = [by('a'), by('a', MODEL), by(NO_EXAMPLES, MODEL), by('b')];
    expect(withAnswerer(mixed, MODEL)).toEqual([by('a', MODEL), by(NO_EXAMPLES, MODEL), by('b', MODEL)]);
    expect(withAnswerer(mixed, CONSENSUS)).toEqual([by('a'), by('b')]);
  });

  it('keeps the answers of flows and worksheets', () => {
    const flow = { kind: 'flow', title: 'Flow boat', flow: 'boat' };
    const mixed = withColumn(LIST, flow, 9);
    expect(methods(mixed)).toBe('abc!');
    expect(withColumn(mixed, { ...flow, title: 'Called otherwise' }, 9)).toBe(mixed);
    expect(columnsProblem([flow], 1)).toBeNull();
    expect(withAnswerer([by('a'), flow], MODEL)).toEqual([by('a', MODEL), flow]);
    expect(suggestedModel([flow, by('a', MODEL)], [])).toEqual(MODEL);
  });

  it('says why it cannot be used', () => {
    expect(columnsProblem(LIST, 2)).toBeNull();
    expect(columnsProblem([by('a')], 2)).toBe('You need at least 2 columns. Add a column.');
    expect(columnsProblem([by('a'), by('a')], 1)).toContain('are the same');
    expect(columnsProblem([by(NO_EXAMPLES)], 1)).toContain('Only a model');
  });
});

it('suggests the model in use, or the first that is set up and approved', () => {
  const provider = (id: string, chatModel: string | null, agreed: boolean) =>
    ({ id, chatModel, consent: agreed ? { at: '', host: '' } : null }) as unknown as Provider;
  const providers = [provider('one', 'm', false), provider('two', null, true), provider('three', 'n', true)];
  expect(suggestedModel(LIST, providers)).toEqual(modelAnswerer('three', 'n'));
  expect(suggestedModel([...LIST, by('d', MODEL)], providers)).toEqual(MODEL);
  expect(suggestedModel(LIST, [])).toBeNull();
});
