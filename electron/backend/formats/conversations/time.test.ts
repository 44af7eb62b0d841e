import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DateSurvey, parseTime } from './time.ts';

const iso = (text: string, order: 'dmy' | 'mdy' = 'dmy'): string | null => {
  const time = parseTime(text, order);
  return time ? new Date(time.epochMs).toISOString() : null;
};

describe('parseTime', () => {
  it.each([
    ['2017-10-31T22:10:47Z', '2017-10-31T22:10:47.000Z'],
    ['2017-10-31 22:10:47', '2017-10-31T22:10:47.000Z'],
    ['2017-10-31T22:10:47.123456+01:00', '2017-10-31T21:10:47.123Z'],
    ['2017-10-31T22:10:47-0530', '2017-11-01T03:40:47.000Z'],
    ['2017/10/31 22:10', '2017-10-31T22:10:00.000Z'],
    ['2017-10-31', '2017-10-31T00:00:00.000Z'],
    ['2017-10-31 22:10:47 UTC', '2017-10-31T22:10:47.000Z'],
    ['Tue Oct 31 22:10:47 +0000 2017', '2017-10-31T22:10:47.000Z'],
    ['Tue Oct 31 22:10:47 +0200 2017', '2017-10-31T20:10:47.000Z'],
    ['Tue, 31 Oct 2017 22:10:47 GMT', '2017-10-31T22:10:47.000Z'],
    ['31 October 2017 10:10 PM', '2017-10-31T22:10:00.000Z'],
    ['31-Oct-2017', '2017-10-31T00:00:00.000Z'],
    ['Oct 31, 2017 12:05 am', '2017-10-31T00:05:00.000Z'],
    ['31.10.2017, 22:10', '2017-10-31T22:10:00.000Z'],
    ['1509487847', '2017-10-31T22:10:47.000Z'],
    ['1509487847.5', '2017-10-31T22:10:47.500Z'],
    ['1509487847123', '2017-10-31T22:10:47.123Z'],
    ['1509487847123456', '2017-10-31T22:10:47.123Z'],
    ['31/10/17 22:10', '2017-10-31T22:10:00.000Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.000Z'],
  ])('reads %s', (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  it.each([
    '',
    'yesterday',
    '2017-02-30',
    '31/02/2017',
    '2017-13-01',
    '2017-10-31 25:00',
    '2017-10-31 22:61',
    '0000-00-00 00:00:00',
    '9999-12-31',
    '1900-01-01',
    '99999999999999',
    '-1',
    '3.0',
    '12:30',
    '13/13/2017',
    '10/31/2017',
  ])('takes %j for no time', (text) => {
    expect(iso(text)).toBeNull();
  });

  it('reads an ambiguous date by the order given, and a date with dots always with the day first', () => {
    expect(iso('03/04/2024', 'dmy')).toBe('2024-04-03T00:00:00.000Z');
    expect(iso('03/04/2024', 'mdy')).toBe('2024-03-04T00:00:00.000Z');
    expect(iso('03.04.2024', 'mdy')).toBe('2024-04-03T00:00:00.000Z');
  });

  it('says whether the text names a zone', () => {
    expect(parseTime('2024-01-01 10:00', 'dmy')?.naive).toBe(true);
    expect(parseTime('2024-01-01T10:00Z', 'dmy')?.naive).toBe(false);
    expect(parseTime('1509487847', 'dmy')?.naive).toBe(false);
  });

  it('reads back what toISOString writes', () => {
    const dates = fc.date({ min: new Date(0), max: new Date('2100-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        expect(iso(date.toISOString())).toBe(date.toISOString());
      }),
    );
  });

  it('never throws and never gives an invalid time', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9/:. TZ+-]{0,30}$/)), (text) => {
        const time = parseTime(text, 'mdy');
        expect(time === null || Number.isFinite(time.epochMs)).toBe(true);
      }),
    );
  });
});

describe('DateSurvey', () => {
  const decided = (...texts: string[]): ReturnType<DateSurvey['decide']> => {
    const survey = new DateSurvey();
    for (const text of texts) survey.add(text);
    return survey.decide();
  };

  it('learns the order from one day over 12', () => {
    expect(decided('03/04/2024', '05/25/2024')).toEqual({ order: 'mdy', guessed: false });
    expect(decided('03/04/2024', '25/05/2024')).toEqual({ order: 'dmy', guessed: false });
  });

  it('guesses the order under which the dates lie closer together', () => {
    expect(decided('03/04/2024', '04/04/2024', '05/04/2024')).toEqual({ order: 'dmy', guessed: true });
    expect(decided('04/03/2024', '04/04/2024', '04/05/2024')).toEqual({ order: 'mdy', guessed: true });
  });

  it('takes the month first where only am and pm are left to tell', () => {
    expect(decided('04/04/2024 10:00 PM')).toEqual({ order: 'mdy', guessed: true });
    expect(decided('04/04/2024 22:00')).toEqual({ order: 'dmy', guessed: true });
  });

  it('guesses nothing where no date is ambiguous', () => {
    expect(decided('2024-04-03', '03.04.2024')).toEqual({ order: 'dmy', guessed: false });
  });

  it('says that a column which has both is a guess', () => {
    expect(decided('25/05/2024', '26/05/2024', '05/27/2024')).toEqual({ order: 'dmy', guessed: true });
  });
});
