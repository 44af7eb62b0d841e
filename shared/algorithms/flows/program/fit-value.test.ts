import { describe, expect, it } from 'vitest';
import { FIT_CASES } from '../../../../tests/fixtures/fit-cases.ts';
import { codesIn, fitOf, fitValue, toldIn } from './fit-value.ts';

describe('fitValue', () => {
  for (const { name, slot, right, wrong } of FIT_CASES) {
    const fit = fitOf(slot, name);
    it.each(right)(`takes for ${name} "%s"`, (said) => {
      expect(fitValue(fit, said)).toMatchObject({ value: expect.any(String) });
    });
    it.each(wrong)(`does not take for ${name} "%s"`, (said) => {
      expect(fitValue(fit, said)).toMatchObject({ why: expect.stringMatching(/\.$/) });
    });
  }

  it('takes one of a category as it is listed', () => {
    const fit = fitOf({ type: 'categorical', examples: ['Old Harbour', 'Dr Brown'] });
    expect(['old harbour', 'with Brown, please', 'any'].map((said) => fitValue(fit, said))).toEqual([
      { value: 'Old Harbour' },
      { value: 'Dr Brown' },
      { value: 'any' },
    ]);
  });

  it('says why it does not take an answer', () => {
    const pin = fitOf({ type: 'string', examples: ['1234', '9876', '4711'] }, 'pin');
    const order = fitOf({ type: 'string', examples: [] }, 'order_number');
    expect([
      fitValue(pin, '12'),
      fitValue(order, 'the blue one'),
      fitValue(order, 'What is the weather in Rome today?'),
      fitValue(order, 'the one that I bought in Rome for my little sister'),
    ]).toEqual([
      { why: '"12" does not have 4 digits.' },
      { why: '"the blue one" has no number in it.' },
      { why: 'I cannot answer that here.' },
      { why: 'That has no number in it.' },
    ]);
  });
});

describe('an answer', () => {
  it('is read without the questions beside it, and without the words around a code', () => {
    const fit = fitOf({ type: 'string', examples: [] }, 'pin');
    expect(toldIn('It is 1234. What is my balance?', fit)).toBe('It is 1234.');
    expect(toldIn('What is my balance?', fit)).toBe('');
    expect(codesIn('It is A-17 3, and B2')).toEqual(['A-17 3', 'B2']);
    expect(codesIn('the blue one')).toEqual([]);
  });
});
