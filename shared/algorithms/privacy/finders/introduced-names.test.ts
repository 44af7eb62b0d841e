import { describe, expect, it } from 'vitest';
import { introducedNames } from './introduced-names.ts';

describe('introducedNames', () => {
  it('finds who answers a question for the name, where the answer is nothing else', () => {
    const asked = (answer: string) => introducedNames(['Could I get your full name, please?', answer]);
    expect(asked('Sarah Brown')).toEqual(['Brown', 'Sarah']);
    expect(asked("It's sarah brown.")).toEqual(['brown', 'sarah']);
    expect(asked('Sarah')).toEqual(['Sarah']);
    for (const none of ['No thanks', 'why', 'I would rather not say who I am', '4711'])
      expect(asked(none)).toEqual([]);
    expect(introducedNames(['Where do you live?', 'Red Lion Street'])).toEqual([]);
  });

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
