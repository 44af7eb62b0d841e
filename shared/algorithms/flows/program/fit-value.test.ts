import { describe, expect, it } from 'vitest';
import { fitValue } from './fit-value.ts';

describe('fitValue', () => {
  it.each([
    ['integer', 'yes', null],
    ['integer', '8 pm', null],
    ['integer', 'four of us', 'four of us'],
    ['number', '3.5', '3.5'],
    ['name', '8 pm', null],
    ['name', 'Tony Smith', 'Tony Smith'],
    ['time', 'yes', null],
    ['time', 'at noon', 'at noon'],
    ['date', 'the blue one', null],
    ['date', 'next Friday', 'next Friday'],
    ['string', 'yes', 'yes'],
    ['integer', "I don't care", "I don't care"],
  ] as const)('takes for %s "%s" as %s', (type, said, value) => {
    expect(fitValue({ type, examples: [] }, said)).toBe(value);
  });

  it('takes one of a category as it is listed, and nothing else', () => {
    const slot = { type: 'categorical', examples: ['Old Harbour', 'Dr Brown'] } as const;
    expect(
      ['old harbour', 'with Brown, please', 'the mill', 'any'].map((said) => fitValue(slot, said)),
    ).toEqual(['Old Harbour', 'Dr Brown', null, 'any']);
  });
});
