import { describe, expect, it } from 'vitest';
import { estimateActiveDomains, readGoal, readState } from '../../../lab/success/goals.ts';

const plain = (state: unknown, only: string | null = null) =>
  Object.fromEntries(
    [...readState(state, only)].map(([domain, slots]) => [domain, Object.fromEntries(slots)]),
  );

describe('reading goals', () => {
  it('reads goals by domain', () => {
    const goal = readGoal(
      {
        train: { info: { leaveAt: '09:15' }, reqt: ['trainID', 'price', 'duration', 'arriveBy'] },
        hotel: {
          info: { area: 'north', parking: 'dontcare' },
          book: { people: '2' },
          fail_info: { area: 'east' },
        },
        message: ['…'],
      },
      ['hotel', 'train'],
    );
    expect(goal?.layout).toBe('by-domain');
    expect(goal?.domains).toEqual([
      { domain: 'hotel', constraints: new Map([['area', ['north']]]), requested: [], books: true },
      {
        domain: 'train',
        constraints: new Map([['leaveat', ['09:15']]]),
        requested: ['trainid', 'price', 'time'],
        books: false,
      },
    ]);
  });

  it('reads a flat goal for the only domain', () => {
    const goal = { info: { food: 'thai' }, reqt: ['address', 'pricerange'], text: 'Find …' };
    expect(readGoal(goal, ['restaurant'])?.domains).toEqual([
      {
        domain: 'restaurant',
        constraints: new Map([['food', ['thai']]]),
        requested: ['address', 'price'],
        books: false,
      },
    ]);
    expect(readGoal(goal, ['restaurant', 'hotel'])).toBeNull();
  });

  it('has no goal where there is none', () => {
    for (const none of [undefined, null, [], {}, { hotel: {} }, 'find a hotel']) {
      expect(readGoal(none, ['hotel'])).toBeNull();
    }
  });
});

describe('reading belief states', () => {
  it('reads every usual layout alike', () => {
    const expected = { hotel: { area: ['north'], bookday: ['friday'] } };
    expect(plain({ hotel: { area: 'north', bookday: 'friday' } })).toEqual(expected);
    expect(plain({ Hotel: { semi: { area: 'north' }, book: { day: 'friday' } } })).toEqual(expected);
    expect(plain({ 'hotel.area': 'north', 'hotel.book.day': 'friday' })).toEqual(expected);
    expect(plain({ 'hotel-area': ['north'], 'hotel-bookday': 'friday' })).toEqual(expected);
    expect(plain({ area: 'north', 'book day': 'friday' }, 'hotel')).toEqual(expected);
  });

  it('keeps a domain of which anything will do', () => {
    expect(plain({ hotel: { area: 'dontcare' } })).toEqual({ hotel: {} });
    expect(plain({ hotel: {} })).toEqual({ hotel: {} });
  });

  it('gives a bare slot to nobody where there are several domains', () => {
    expect(plain({ area: 'north' })).toEqual({});
    expect(plain(null, 'hotel')).toEqual({});
    expect(plain([1], 'hotel')).toEqual({});
  });
});

describe('which domain a turn is about', () => {
  const about = (...states: Record<string, Record<string, string>>[]) =>
    estimateActiveDomains(
      states.map((state) => readState(state, null)),
      null,
    ).map((domains) => domains.join());

  it('is the one that changed', () => {
    expect(
      about({}, { hotel: { area: 'north' } }, { hotel: { area: 'north' }, taxi: { leaveAt: '5pm' } }),
    ).toEqual(['', 'hotel', 'taxi']);
  });

  it('stays where nothing changed, or where it is among those that did', () => {
    const hotel = { hotel: { area: 'north' } };
    expect(about(hotel, hotel, { hotel: { area: 'east' }, taxi: { leaveAt: '5pm' } })).toEqual(
      Array(3).fill('hotel'),
    );
  });

  it('is the one with most values where several changed, then once the other one', () => {
    const both = { taxi: { leaveAt: '5pm' }, train: { day: 'monday', leaveAt: '5pm' } };
    expect(about(both, both, both)).toEqual(['train', 'taxi', 'taxi']);
  });

  it('is always the only one', () => {
    expect(estimateActiveDomains([new Map(), new Map()], 'hotel')).toEqual([['hotel'], ['hotel']]);
  });
});
