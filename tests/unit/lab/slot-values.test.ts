import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alternativesOf,
  comparedForm,
  isUnconstrained,
  minutesOfTime,
  nameForm,
  slotKey,
  squeeze,
} from '../../../lab/success/slot-values.ts';

describe('the spelling of slots and values', () => {
  it('knows a slot under its names', () => {
    expect(['Arrive By', 'arriveBy', 'arrive_by', 'arrive'].map(slotKey)).toEqual(Array(4).fill('arriveby'));
    expect(['entrance fee', 'price range', 'trainID', 'post'].map(slotKey)).toEqual([
      'entrancefee',
      'pricerange',
      'trainid',
      'postcode',
    ]);
  });

  it.each([
    ['17:30', 1050],
    ['9:05', 545],
    ['after 5:30 pm', 1050],
    ['1730', 1050],
    ['5pm', 1020],
    ['12pm', 720],
    ['12am', 0],
    ['24:06', 1446],
    ['noon', 720],
    ['early morning', 480],
    ['when you like', null],
    ['25:00', null],
    ['', null],
  ])('reads the time %j as %j minutes', (value, minutes) => {
    expect(minutesOfTime(value)).toBe(minutes);
  });

  it('gives every written time of the day its minutes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1439 }), (minutes) => {
        const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
        const written = `${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
        expect(minutesOfTime(written)).toBe(minutes);
        expect(minutesOfTime(written.replace(':', ''))).toBe(minutes);
      }),
    );
  });

  it('knows what constrains nothing', () => {
    for (const value of [
      'dontcare',
      "don't care",
      'do not care',
      'not mentioned',
      'none',
      '',
      ' ? ',
      'any',
    ]) {
      expect(isUnconstrained(value)).toBe(true);
    }
    expect(isUnconstrained('north')).toBe(false);
  });

  it('compares values in one spelling', () => {
    expect(comparedForm('area', 'Center')).toBe(comparedForm('area', 'centre'));
    expect(comparedForm('area', 'city centre')).toBe('centre');
    expect(comparedForm('type', 'guest house')).toBe(comparedForm('type', 'guesthouse'));
    expect(comparedForm('parking', 'free')).toBe('yes');
    expect(comparedForm('pricerange', 'moderately')).toBe('moderate');
    expect(comparedForm('arriveby', '5pm')).toBe('1020');
    expect(comparedForm('leaveat', 'whenever')).toBe('');
    expect(nameForm("Kettle's Yard & Co.")).toBe('kettles yard and co');
    expect(nameForm('City Center Guesthouse')).toBe('city centre guest house');
    expect(squeeze('C.B 2, 1 A.B')).toBe('cb21ab');
  });

  it('takes a value apart into what it allows', () => {
    expect(alternativesOf('cheap|moderate')).toEqual(['cheap', 'moderate']);
    expect(alternativesOf('cheap>moderate')).toEqual(['cheap', 'moderate']);
    expect(alternativesOf(['19:15', '7:15 pm'])).toEqual(['19:15', '7:15 pm']);
    expect(alternativesOf(4)).toEqual(['4']);
    expect(alternativesOf(true)).toEqual(['yes']);
    expect(alternativesOf('dontcare')).toEqual([]);
    expect(alternativesOf({ a: 1 })).toEqual([]);
  });
});
