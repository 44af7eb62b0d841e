import { describe, expect, it } from 'vitest';
import { readWhere } from '#shared/algorithms/filters/read-where.ts';
import { writeWhere } from '#shared/algorithms/filters/write-where.ts';
import { chipsOf, filterOf, negated, withGrouped, withPart, withTakenApart } from './chips.ts';

const START = chipsOf(readWhere('a = 1 and b = 2 and c = 3'));
const text = (chips: typeof START): string => {
  const filter = filterOf(chips);
  return filter === null ? '' : writeWhere(filter);
};

describe('chips', () => {
  it('are the parts of a filter, or none', () => {
    expect(START.parts).toHaveLength(3);
    expect(text(chipsOf(null))).toBe('');
    expect(text(chipsOf(readWhere('a = 1')))).toBe('a = 1');
  });

  it('are changed, removed and negated one by one', () => {
    expect(text(withPart(START, 1, 'd > 4'))).toBe('a = 1 and d > 4 and c = 3');
    expect(text(withPart(START, 1, null))).toBe('a = 1 and c = 3');
    expect(text(withPart(START, 0, negated(START.parts[0]!)))).toBe('a != 1 and b = 2 and c = 3');
    expect(negated(negated(START.parts[0]!))).toEqual(START.parts[0]);
  });

  it('are grouped in pairs, and ungrouped', () => {
    const grouped = withGrouped(START, 1);
    expect(text(grouped)).toBe('(a = 1 or b = 2) and c = 3');
    expect(text(withGrouped(grouped, 1))).toBe('a = 1 or b = 2 or c = 3');
    expect(text(withTakenApart(grouped, 0))).toBe('a = 1 and b = 2 and c = 3');
  });
});
