import { describe, expect, it } from 'vitest';
import { turnFilterSchema } from '#shared/contract/turn-filter.ts';
import type { TagId } from '#shared/domain/ids.ts';
import { asksNothing, EMPTY_FILTER, filterOf, numberError } from './filter-fields.tsx';

describe('a filter form', () => {
  it('matches every turn if it is empty', () => {
    expect(asksNothing(EMPTY_FILTER)).toBe(true);
    expect(turnFilterSchema.parse(filterOf(EMPTY_FILTER))).toEqual(turnFilterSchema.parse({}));
  });

  it('becomes a filter', () => {
    const filter = filterOf({
      ...EMPTY_FILTER,
      role: 'user',
      tagged: [{ id: 3 as TagId, name: 'ask' }],
      text: 'refund',
      source: '2',
      state: '0',
      most: '1',
      flagged: 'no',
    });
    expect(filter).toMatchObject({
      role: 'user',
      tagged: [3],
      text: 'refund',
      source: 2,
      state: { state: 0 },
      tagCount: { least: null, most: 1 },
      flagged: false,
      checked: null,
    });
  });

  it('reports an invalid number, and ignores it', () => {
    expect(numberError('')).toBeNull();
    expect(numberError(' 12 ')).toBeNull();
    expect(numberError('-1')).not.toBeNull();
    expect(numberError('2.5')).not.toBeNull();
    expect(asksNothing({ ...EMPTY_FILTER, least: 'x', state: '1e3' })).toBe(true);
  });
});
