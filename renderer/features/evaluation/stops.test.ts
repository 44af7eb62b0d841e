import { describe, expect, it } from 'vitest';
import { testMethod } from '../../../tests/fixtures/evaluation.ts';
import { reasonText, stopRows } from './run-page.tsx';

describe('stopRows', () => {
  const stops = [
    { reason: 'end-of-dialogue', queries: 10 },
    { reason: 'no-transition', queries: 30 },
  ];
  const stopsAt = [
    { reason: 'no-transition', at: 1, queries: 20 },
    { reason: 'no-transition', at: 3, queries: 5 },
    { reason: 'no-transition', at: 0, queries: 4 },
    { reason: 'no-transition', at: 7, queries: 1 },
  ];

  it('puts the most frequent first, with its share and places', () => {
    expect(stopRows(testMethod('a', { kind: 'paper', stops, stopsAt }))).toEqual([
      { reason: 'no-transition', queries: 30, share: 0.75, places: 'turn 2: 20, turn 4: 5, turn 1: 4, …' },
      { reason: 'end-of-dialogue', queries: 10, share: 0.25, places: '' },
    ]);
  });

  it('counts the turns of a context automaton backwards', () => {
    const [row] = stopRows(testMethod('a', { kind: 'context', stops, stopsAt: stopsAt.slice(0, 3) }));
    expect(row.places).toBe('1 turn back: 20, 3 turns back: 5, at the answer itself: 4');
  });

  it('describes known reasons, and shows unknown ones unchanged', () => {
    expect(reasonText('no-transition')).toBe('No transition for a tag');
    expect(reasonText('struck-by-lightning')).toBe('struck-by-lightning');
  });

  it('returns none for a method without routes', () => {
    expect(stopRows(testMethod('a'))).toEqual([]);
  });
});
