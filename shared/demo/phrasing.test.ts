import { describe, expect, it } from 'vitest';
import { createRandom } from '../algorithms/random/random.ts';
import { applyStyle, expand } from './phrasing.ts';

const many = (template: string, slots: Readonly<Record<string, string>> = {}): Set<string> => {
  const random = createRandom(1);
  return new Set(Array.from({ length: 200 }, () => expand(template, slots, random)));
};

describe('the template language', () => {
  it('takes every alternative, nested ones too', () => {
    expect([...many('[a|b [c|d]|] end')].sort()).toEqual(['A end.', 'B c end.', 'B d end.', 'End.']);
  });

  it('fills in facts', () => {
    expect(many('Order {order}.', { order: '#123' })).toEqual(new Set(['Order #123.']));
  });

  it('names the phrasing and the unknown fact', () => {
    expect(() => expand('Your {color}', {}, createRandom(1))).toThrow(/"Your \{color\}" asks for \{color\}/);
    expect(() => expand('{constructor}', {}, createRandom(1))).toThrow(/\{constructor\}/);
  });

  it('tidies spaces, marks and capitals, but not addresses', () => {
    expect(many('[ok],  so [ thanks ] , bye')).toEqual(new Set(['Ok, so thanks, bye.']));
    expect(many('really?. yes! no')).toEqual(new Set(['Really? Yes! No.']));
    expect(many('mail7@example.com it is')).toEqual(new Set(['mail7@example.com it is.']));
  });
});

describe('how customers write', () => {
  it('leaves a careful text alone', () => {
    expect(applyStyle('Thanks, that works.', 'careful', createRandom(1))).toBe('Thanks, that works.');
  });

  it('keeps the capitals of codes in a hurry', () => {
    const random = createRandom(3);
    for (let index = 0; index < 50; index++) {
      const text = applyStyle('Please use KB2TT4 for John.', 'hurried', random);
      expect(text).toContain('KB2TT4');
      expect(text.replace('KB2TT4', '')).toBe(text.replace('KB2TT4', '').toLowerCase());
    }
  });

  it('slips by at most one letter', () => {
    const random = createRandom(5);
    const original = 'Nothing arrived yesterday.';
    const texts = new Set(Array.from({ length: 500 }, () => applyStyle(original, 'plain', random)));
    expect(texts.size).toBeGreaterThan(5);
    for (const text of texts) {
      expect(original.length - text.length).toBeLessThanOrEqual(1);
      expect(text.split(' ')).toHaveLength(3);
    }
  });
});
