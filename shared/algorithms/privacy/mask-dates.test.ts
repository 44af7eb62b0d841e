import { expect, test } from 'vitest';
import { maskDates } from './masker.ts';

test.each([
  [
    'It ends on March 19, a confirmation is in your inbox.',
    'It ends on [date], a confirmation is in your inbox.',
  ],
  ['The last was on 23rd of October 2017.', 'The last was on [date].'],
  ['It left on 2017-10-03 or 3/10/17', 'It left on [date] or [date]'],
  ['There is a flight on March 1 at 12:15 pm.', 'There is a flight on [date] at [time].'],
  ['We can come on Monday, March 4, or on Friday.', 'We can come on [date], or on [date].'],
  ['It comes on Wednesday, between 9 am and 11 a.m.', 'It comes on [date], between [time] and [time]'],
  ['Sorry about the 7:42 on Sat.', 'Sorry about the [time] on [date].'],
])('replaces dates and times in %s', (text, masked) => {
  expect(maskDates(text)).toBe(masked);
});

test.each([
  'It may take 3 to 5 working days.',
  'You may march with us in a sunny season, Sunny.',
  'We are there Monday to Friday, 8am-8pm.',
  'Have a good weekend! Version 11.0.3 is the newest.',
  'Marcus sat down.',
  'The train to Monrovia',
])('keeps %s', (text) => {
  expect(maskDates(text)).toBe(text);
});
