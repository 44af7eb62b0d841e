import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOSTILE_TAGS } from '../../../../tests/fixtures/example-automata.ts';
import { textOfParts } from '../../../domain/finding.ts';
import {
  fitTags,
  fitText,
  havingMove,
  moveText,
  printableTag,
  spokenTag,
  textWidth,
  wordsOf,
} from './label-text.ts';

it('breaks no line within a figure', () => {
  expect(wordsOf('of 8.6 % of all 1.3 d. Then 12')).toEqual([
    'of ',
    '8.6 % ',
    'of ',
    'all ',
    '1.3 ',
    'd.',
    ' ',
    'Then ',
    '12',
  ]);
});

describe('printableTag', () => {
  it('folds whitespace and drops what would turn, hide or break a line', () => {
    expect(printableTag('line\nbreak\ttab')).toBe('line break tab');
    expect(printableTag('a\u0000b\u001bc\u202ed\u200be')).toBe('abcde');
    expect(printableTag('\ud800 lone \udfff')).toBe('lone');
    expect(printableTag('  ')).toBe('(blank)');
  });

  it('leaves words of any script alone', () => {
    for (const tag of ['refund', 'inform-hotel.area', '退票', 'größe', 'é', 'שלום'])
      expect(printableTag(tag)).toBe(tag);
  });
});

describe('spokenTag', () => {
  it('reads lower-case tags and families as words, and leaves other tags alone', () => {
    expect(spokenTag('asks-for-help')).toBe('asks for help');
    expect(spokenTag('gives-details:my-seat')).toBe('gives details: my seat');
    expect(spokenTag('ask-*')).toBe('ask (any)');
    expect(spokenTag('hotel_ask_*')).toBe('hotel ask (any)');
    expect(spokenTag('inform_area')).toBe('inform area');
    for (const tag of ['refund', 'inform-hotel.area', 'Hotel-Inform', '-', '-*', '_2'])
      expect(spokenTag(tag)).toBe(tag);
  });
});

describe('fitText', () => {
  it('keeps what fits', () => {
    expect(fitText('refund', 12, 100)).toBe('refund');
  });

  it('cuts in the last third, so that tags that differ at their end stay apart', () => {
    const first = fitText('inform_intent-Restaurants_1', 12, 130);
    const second = fitText('inform_intent-Restaurants_2', 12, 130);
    expect(first).toBe('inform_inten…ants_1');
    expect(second).toBe('inform_inten…ants_2');
  });

  it('is never wider than asked, where there is room for three characters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 }),
        fc.integer({ min: 40, max: 200 }),
        (text, width) => {
          expect(textWidth(fitText(text, 12, width), 12)).toBeLessThanOrEqual(width + 1e-9);
        },
      ),
    );
  });

  it('cuts no character in half', () => {
    const cut = fitText('🙂'.repeat(30), 12, 100);
    expect(cut.isWellFormed()).toBe(true);
    expect(cut).toContain('…');
  });
});

describe('fitTags', () => {
  it('lists whole tags and counts the rest', () => {
    expect(fitTags(['a', 'b'], 12, 100)).toBe('a, b');
    expect(fitTags(['refund', 'date', 'price', 'day', 'area'], 12, 130)).toBe('refund, date +3');
    expect(fitTags(['refund', 'date', 'price', 'day', 'area'], 12, 80)).toBe('refund +4');
  });

  it('cuts the first tag where not even it fits', () => {
    expect(fitTags(['inform_intent-Restaurants_1', 'x'], 12, 110)).toMatch(/^inform.*….* \+1$/);
  });

  it('cuts between words where two of them fit', () => {
    expect(fitTags(['ask-for-private-message'], 12, 120)).toBe('ask-for-…message');
    expect(fitTags(['ask-for-private-message'], 12, 168)).toBe('ask-for-private-message');
  });

  it('keeps to the width whatever the tags', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...HOSTILE_TAGS), { minLength: 1, maxLength: 30 }), (tags) => {
        expect(textWidth(fitTags(tags.map(printableTag), 12, 120), 12)).toBeLessThanOrEqual(120);
      }),
    );
  });
});

describe('the words of a move', () => {
  it.each([
    ['user', 'asks-for-help', 'when the customer asks for help', 'have a customer who asks for help'],
    ['system', 'is-friendly', 'when the agent is friendly', 'have an agent who is friendly'],
    [
      'user',
      'ask-refund',
      'with a customer turn tagged “ask refund”',
      'have a customer turn tagged “ask refund”',
    ],
    ['system', 'thanks', 'with an agent turn tagged “thanks”', 'have an agent turn tagged “thanks”'],
    ['user', 'Address?', 'with a customer turn tagged “Address?”', 'have a customer turn tagged “Address?”'],
  ] as const)('of the %s, %s, make a sentence', (role, tag, when, having) => {
    expect(textOfParts(moveText({ role, tag }, 'when ', 'with '))).toBe(when);
    expect(textOfParts(havingMove({ role, tag }))).toBe(having);
  });
});
