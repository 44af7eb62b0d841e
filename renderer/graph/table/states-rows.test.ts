import { describe, expect, it } from 'vitest';
import { TEST_GRAPH } from '../../../tests/fixtures/test-graph.ts';
import { markOf, orderRows, type StateColumn, stateRows } from './states-rows.ts';

const rows = stateRows(TEST_GRAPH);
const states = (column: StateColumn, descending: boolean, query = '') =>
  orderRows(rows, { column, descending }, query).map((row) => row.state);

describe('stateRows', () => {
  it('contains the same figures as the picture', () => {
    expect(rows[5]).toEqual({
      state: 5,
      role: 'customer',
      name: 'ask refund',
      phase: '',
      tags: ['ask refund', 'Greet'],
      support: 15,
      ends: 15,
      merged: 1,
      depth: 3,
      certainty: null,
      transitions: 0,
    });
    expect(rows[0]).toMatchObject({ role: 'start', name: 'Start', tags: [], support: 100, transitions: 2 });
    expect(rows[4].tags).toEqual(['offer']);
    // A customer's mark is round, an agent's square.
    expect(rows.map(markOf)).toEqual(['start', 'user', 'user', 'system', 'system', 'user']);
  });
});

describe('orderRows', () => {
  it('sorts by any column, ties by number', () => {
    expect(states('support', true)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(states('support', false)).toEqual([5, 4, 3, 2, 1, 0]);
    expect(states('role', false)).toEqual([3, 4, 1, 2, 5, 0]);
    expect(states('transitions', true)).toEqual([0, 1, 4, 2, 3, 5]);
    for (const key of Object.keys(rows[0]) as StateColumn[]) expect(states(key, true)).toHaveLength(6);
  });

  it('keeps the rows that contain the query', () => {
    expect(states('state', false, 'REFUND')).toEqual([2, 3, 5]);
    expect(states('state', false, '#3')).toEqual([3]);
    expect(states('state', false, 'nothing')).toEqual([]);
  });
});
