import { describe, expect, it } from 'vitest';
import type { SlotType } from '../../../domain/flow.ts';
import { answerOf, findValues, hasNoValue, onlyGreets, saysFarewell } from './slot-values.ts';

describe('findValues', () => {
  it.each<[SlotType, string, string[], string[]]>([
    ['categorical', 'The Hilton, please.', ['Hilton Hotel', 'Hyatt Hotel'], ['Hilton Hotel']],
    ['categorical', "I'd like to drive there", ['Driving', 'Walking'], ['Driving']],
    ['categorical', 'a hotel', ['Hilton Hotel', 'Hyatt Hotel'], []],
    ['categorical', 'see Johnson at nine', ['Dr. Johnson', 'Dr. Alexis'], ['Dr. Johnson']],
    ['integer', 'we are 12, and two dogs', [], ['12', 'two']],
    ['integer', 'at 5 pm', [], []],
    ['number', 'about 2.5 miles', [], ['2.5']],
    ['time', 'from 9:30 or 5 pm, or right now', [], ['9:30', '5 pm', 'right now']],
    ['date', 'on Monday, the 3rd of May or 06/08/1985', [], ['Monday', '3rd of May', '06/08/1985']],
    ['date', 'from May 3rd until June 9', [], ['May 3rd', 'June 9']],
    ['name', 'Hello, my name is Katarina Miller and I need help', [], ['Katarina Miller']],
    ['name', 'Alexis', [], ['Alexis']],
    ['name', 'Thanks', [], []],
    ['string', 'whatever you like', [], []],
  ])('finds %s values in %j', (type, text, examples, expected) => {
    expect(findValues({ type, examples }, text)).toEqual(expected);
  });

  it('tells where something begins from where it ends', () => {
    const slot = { type: 'string', examples: [] } as const;
    const text = 'I need a ride from the Airport to Broadway and Main, quickly';
    expect(findValues(slot, text, 'departure_location')).toEqual(['the Airport']);
    expect(findValues(slot, text, 'destination')).toEqual(['Broadway and Main']);
    expect(findValues(slot, 'I want to go to sleep', 'destination')).toEqual([]);
    const listed = { type: 'categorical', examples: ['Ely', 'Leeds'] } as const;
    expect(findValues(listed, 'from Leeds to Ely', 'departure')).toEqual(['Leeds']);
    expect(findValues(listed, 'from Leeds to Ely', 'destination')).toEqual(['Ely']);
    expect(findValues(listed, 'I go to Ely', 'departure')).toEqual([]);
    expect(findValues(listed, 'Leeds', 'departure')).toEqual(['Leeds']);
  });
});

describe('what the user does', () => {
  it.each([
    ['Yes, please book it.', 'yes'],
    ['sounds good', 'yes'],
    ['No, thank you.', 'no'],
    ["that's all, thanks", 'no'],
    ['actually I want a different day', 'no'],
    ['The weather is nice', null],
  ])('answers %j with %s', (text, expected) => {
    expect(answerOf(text)).toBe(expected);
  });

  it.each([
    ['a different day, please', 'yes'],
    ['How about another city instead?', 'yes'],
    ['Do not change it', 'no'],
    ['No, nothing else', 'no'],
    ['How about Monday?', null],
  ])('answers "Would you like to change anything?" and %j with %s', (text, expected) => {
    expect(answerOf(text, 'Would you like to change anything?')).toBe(expected);
  });

  it.each([
    ['Go ahead, please cancel it', 'yes'],
    ['Cancel everything', 'yes'],
    ["No, don't cancel it", 'no'],
    ['Please do not cancel it', 'no'],
  ] as const)('understands %j where the question is whether to cancel', (text, expected) => {
    expect(answerOf(text, 'There is a fee. Do you want to cancel?')).toBe(expected);
    expect(answerOf('Cancel it', 'Shall I book it? You can cancel at any time.')).toBe('no');
  });

  it('greets, leaves, or has no value to give', () => {
    expect([onlyGreets('Hello there!'), onlyGreets('Hi, I need a taxi to town')]).toEqual([true, false]);
    expect([saysFarewell('Great, bye!'), saysFarewell('By the way')]).toEqual([true, false]);
    expect([hasNoValue('I don’t remember it'), hasNoValue('I remember: 1234')]).toEqual([true, false]);
  });
});
