import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEntityDatabase } from '../../../lab/success/entity-database.ts';
import { exampleTables } from './example-tables.fixture.ts';

const database = createEntityDatabase(exampleTables);
const names = (domain: string, constraints: Record<string, string | string[]>): string[] =>
  database
    .find(domain, new Map(Object.entries(constraints).map(([slot, value]) => [slot, [value].flat()])))
    .map((row) => {
      const values = database.tables.get(domain)?.rows[row];
      return values?.get('name') ?? values?.get('trainid') ?? '';
    });

describe('searching the entities', () => {
  it('wants every constraint met', () => {
    expect(names('restaurant', { area: 'centre', food: 'italian' })).toEqual([
      'pizza hut city centre',
      'ask',
    ]);
    expect(names('restaurant', { area: 'centre', food: 'italian', pricerange: 'expensive' })).toEqual([]);
    expect(names('restaurant', {})).toHaveLength(4);
  });

  it('takes any of several values', () => {
    expect(names('restaurant', { area: ['north', 'south'] })).toEqual([
      'the nirala',
      'chiquito restaurant bar',
    ]);
  });

  it('takes times as bounds', () => {
    expect(names('train', { arriveby: '08:00' })).toEqual(['TR0001', 'TR0002']);
    expect(names('train', { leaveat: '07:00' })).toEqual(['TR0002', 'TR0003']);
    expect(names('train', { leaveat: '7am', arriveby: '07:51' })).toEqual(['TR0002']);
  });

  it('lets an unreadable time and an unknown slot constrain nothing', () => {
    expect(names('train', { leaveat: 'whenever' })).toHaveLength(3);
    expect(names('train', { bookpeople: '4' })).toHaveLength(3);
  });

  it('lets an unknown value meet everything', () => {
    expect(names('attraction', { pricerange: 'cheap' })).toEqual(['adc theatre', "christ's college"]);
  });

  it('finds names, food and places by likeness', () => {
    expect(names('restaurant', { name: 'Pizza hut' })).toEqual(['pizza hut city centre']);
    expect(names('restaurant', { name: 'the nirale' })).toEqual(['the nirala']);
    expect(names('attraction', { name: 'christs college' })).toEqual(["christ's college"]);
    expect(names('train', { destination: 'kings cross', day: 'monday' })).toEqual(['TR0001', 'TR0002']);
  });

  it('says which domains have something to offer', () => {
    expect(['restaurant', 'train', 'police', 'taxi', 'hospital', 'moon'].map(database.canOffer)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(database.find('moon', new Map())).toEqual([]);
  });

  it('finds no more when more is asked for', () => {
    const slots = {
      area: ['north', 'centre', 'east'],
      food: ['italian', 'indian'],
      pricerange: ['cheap', 'expensive'],
    };
    const some = fc.subarray(Object.keys(slots) as (keyof typeof slots)[]);
    fc.assert(
      fc.property(some, some, fc.nat(2), (first, second, pick) => {
        const asked = (keys: readonly (keyof typeof slots)[]): Record<string, string> =>
          Object.fromEntries(keys.map((key) => [key, slots[key][pick % slots[key].length]]));
        const wide = names('restaurant', asked(first));
        const narrow = names('restaurant', asked([...new Set([...first, ...second])]));
        expect(wide).toEqual(expect.arrayContaining(narrow));
      }),
    );
  });
});
