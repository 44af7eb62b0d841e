import { describe, expect, it } from 'vitest';
import { nearestNames } from './spelling.ts';

const NAMES = [
  'greet',
  'say-goodbye',
  'request-return',
  'return',
  'route-1',
  'route-2',
  'ask-return-reason',
  'pay',
];

const near = (typed: string, most = 3) => nearestNames(typed, NAMES, most).map((index) => NAMES[index]);

describe('the names nearest to a typed text', () => {
  it('are those that differ by a slip, whole names before parts', () => {
    expect(near('retrun')).toEqual(['return', 'request-return', 'ask-return-reason']);
    expect(near('retrun', 1)).toEqual(['return']);
    expect(near('Retrns')).toEqual(['return', 'request-return', 'ask-return-reason']);
    expect(near('gret')).toEqual(['greet']);
    expect(near('say_godbey')).toEqual(['say-goodbye']);
    expect(near('goodbey')).toEqual(['say-goodbye']);
  });

  it('have all typed words, in any order', () => {
    expect(near('retrun-request')).toEqual(['request-return']);
    expect(near('ask-retrun')).toEqual(['ask-return-reason']);
    expect(near('return-money')).toEqual([]);
  });

  it('are none for a new name, a short word or another number', () => {
    expect(near('about-money')).toEqual([]);
    expect(near('bay')).toEqual([]);
    expect(near('route-3')).toEqual([]);
    expect(near('')).toEqual([]);
    expect(near('?!')).toEqual([]);
  });
});
