import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNameMask, introducedNames } from './introduced-names.ts';

describe('introducedNames', () => {
  it.each([
    ['My name is Ada Lovelace.', ['Ada', 'Lovelace']],
    ['my name is ada', ['ada']],
    ["It's under the name of O'Brien please", ["O'Brien"]],
    ['Hello, this is Marie speaking', ['Marie']],
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

describe('createNameMask', () => {
  it('hides a name in every round, as a word of its own', () => {
    const mask = createNameMask(['It is late', 'Who is this?', 'My name is Ann']);
    expect(mask('Thanks Ann, Anna is not Ann.')).toBe('Thanks [name], Anna is not [name].');
    expect(mask('an answer')).toBe('an answer');
  });

  it('joins the parts of one name', () => {
    expect(createNameMask(['This is Ada Lovelace'])('Ada Lovelace called')).toBe('[name] called');
  });

  it('leaves no introduced name, whatever it is made of', () => {
    const part = fc.stringMatching(/^[A-Z][a-z'’-]{2,8}[a-z]$/);
    fc.assert(
      fc.property(part, (name) => {
        const texts = [`My name is ${name}.`, `Is ${name} there?`];
        fc.pre(introducedNames(texts).length > 0);
        const mask = createNameMask(texts);
        expect(texts.map(mask)).toEqual(['My name is [name].', 'Is [name] there?']);
      }),
    );
  });
});
