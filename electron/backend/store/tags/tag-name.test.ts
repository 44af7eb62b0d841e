import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tagNameSchema } from '#shared/contract/base.ts';
import { tagNameOf } from './tag-table.ts';

describe('tagNameOf', () => {
  it.each([
    ['inform-price', 'inform-price'],
    ['  ask name ', 'ask-name'],
    ['##greet', 'greet'],
    ['#\u0007#ring', 'ring'],
    ['two\nlines', 'two-lines'],
    ['a,b ,  c', 'a-b-c'],
    ['zero\u0000width', 'zerowidth'],
    ['half\ud83d', 'half\ufffd'],
    ['x'.repeat(100), 'x'.repeat(80)],
    ['\u{1F600}'.repeat(90), '\u{1F600}'.repeat(80)],
  ])('%j becomes %j', (label, name) => {
    expect(tagNameOf(label)).toBe(name);
  });

  it.each(['', '  ', '#', '\u0007'])('%j is no tag', (label) => {
    expect(tagNameOf(label)).toBeNull();
  });

  it('any label becomes nothing or a name that a person could type, and stays it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (label) => {
        const name = tagNameOf(label);
        if (name === null) return;
        expect(tagNameSchema.parse(name)).toBe(name);
        expect(tagNameOf(name)).toBe(name);
      }),
    );
  });
});
