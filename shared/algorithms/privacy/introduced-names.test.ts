import { describe, expect, it } from 'vitest';
import { introducedNames } from './introduced-names.ts';

describe('introducedNames', () => {
  it.each([
    ['My name is Ada Lovelace.', ['Ada', 'Lovelace']],
    ['my name is ada', ['ada']],
    ["It's under the name of O'Brien please", ["O'Brien"]],
    ['Hello, this is Marie speaking', ['Marie']],
    ['hello, this is marie speaking', ['marie']],
    ['I am Grace M. Hopper, by the way', ['Grace', 'Hopper']],
    ['Dear Mrs. Jean-Baptiste, we are sorry', ['Jean-Baptiste']],
    ['Thank you, Alan!', ['Alan']],
    ['We look into it. ^Lisa', ['Lisa']],
    ['A reservation for Zoë Müller', ['Müller', 'Zoë']],
  ])('finds who %j names', (text, names) => {
    expect(introducedNames([text])).toEqual(names);
  });

  it.each([
    'Hello there! Thanks again.',
    'I am Sorry to hear that',
    'This is not what I ordered',
    'My name is not important',
    "I'm looking for a hotel",
    'Booking for Tuesday at 18:00',
    'Thank you for your help, goodbye.',
    'The order is late',
  ])('takes nobody from %j', (text) => {
    expect(introducedNames([text])).toEqual([]);
  });
});
