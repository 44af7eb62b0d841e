import { describe, expect, it } from 'vitest';
import type { FieldSummary } from '#shared/contract/filters.ts';
import { contentPairs, monthPair, valuePairs } from './pairs.ts';

const field = (more: Partial<FieldSummary>): FieldSummary => ({
  name: 'brand',
  kind: 'words',
  dialogues: 100,
  different: 2,
  values: [
    { value: 'Acme Ltd', dialogues: 60, passing: 60 },
    { value: 'Bolt', dialogues: 40, passing: 40 },
  ],
  range: null,
  bins: [],
  months: [],
  ...more,
});

describe('valuePairs', () => {
  it('compares the two most common values, and leaves out ids and rare values', () => {
    const rare = field({
      name: 'queue',
      values: [
        { value: 'a', dialogues: 99, passing: 99 },
        { value: 'b', dialogues: 1, passing: 1 },
      ],
    });
    expect(valuePairs([field({}), field({ name: 'id' }), field({ name: 'tags seen' }), rare])).toEqual([
      {
        name: 'brand: Acme Ltd / Bolt',
        about: 'What differs between brand “Acme Ltd” and “Bolt”?',
        left: 'brand = "Acme Ltd"',
        right: 'brand = Bolt',
      },
    ]);
  });

  it('compares the two largest of many brands', () => {
    expect(valuePairs([field({ different: 108 })])).toHaveLength(1);
  });

  it('writes valid filters for fields with spaces or reserved words in their names', () => {
    const pairs = valuePairs([field({ name: 'product line' }), field({ name: 'tag' })]);
    expect(pairs.map(({ right }) => right)).toEqual(['"product line" = Bolt', '"tag" = Bolt']);
  });
});

describe('monthPair', () => {
  const started = (months: Readonly<Record<string, number>>) => [
    field({
      name: 'started',
      kind: 'date',
      months: Object.entries(months).map(([month, dialogues]) => ({ month, dialogues, passing: dialogues })),
    }),
  ];

  it('compares the two months with most dialogues, the later one first', () => {
    expect(monthPair(started({ '2017-10': 1126, '2017-11': 348, '2017-12': 8 }))).toEqual({
      name: 'November 2017 / October 2017',
      about: 'What differs between November 2017 and October 2017?',
      left: 'started >= 2017-11-01 and started < 2017-12-01',
      right: 'started >= 2017-10-01 and started < 2017-11-01',
    });
  });

  it('returns null if a month has fewer than 30 dialogues, or without dates', () => {
    expect(monthPair(started({ '2017-11': 348, '2017-12': 29 }))).toBeNull();
    expect(monthPair([field({})])).toBeNull();
  });
});

describe('contentPairs', () => {
  it('splits satisfaction fields in the middle of their range', () => {
    const csat = field({ name: 'csat', kind: 'number', range: { least: '1', most: '5' } });
    expect(contentPairs([csat, field({ name: 'turns', kind: 'number' })])).toEqual([
      { name: 'csat: low / high', about: expect.any(String), left: 'csat < 3', right: 'csat >= 3' },
    ]);
  });
});
