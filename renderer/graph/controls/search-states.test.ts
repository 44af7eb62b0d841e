import { describe, expect, it } from 'vitest';
import { TEST_GRAPH } from '../../../tests/fixtures/test-graph.ts';
import { searchStates } from './state-search.tsx';

const ALL = new Uint8Array(6).fill(1);

describe('searchStates', () => {
  it('finds the states that a tag leads to, highest support first, ignoring case', () => {
    expect(searchStates(TEST_GRAPH, ALL, 'refund').shown).toEqual([2, 3, 5]);
    expect(searchStates(TEST_GRAPH, ALL, ' gREET ').shown).toEqual([1, 5]);
  });

  it('finds a state by its number', () => {
    expect(searchStates(TEST_GRAPH, ALL, '4').shown).toEqual([4]);
    expect(searchStates(TEST_GRAPH, ALL, '#4').shown).toEqual([4]);
    expect(searchStates(TEST_GRAPH, ALL, '99')).toEqual({ shown: [], hidden: [] });
  });

  it('returns hidden states separately', () => {
    expect(searchStates(TEST_GRAPH, Uint8Array.of(1, 1, 1, 0, 0, 0), 'refund')).toEqual({
      shown: [2],
      hidden: [3, 5],
    });
  });

  it('finds nothing for an empty query', () => {
    expect(searchStates(TEST_GRAPH, ALL, '  ')).toEqual({ shown: [], hidden: [] });
  });
});
