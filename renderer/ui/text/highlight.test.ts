import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlight } from './highlight.ts';

const marked = (text: string, query: string) =>
  highlight(text, query)
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join('');

describe('highlight', () => {
  it('marks words that start with a word of the query, in any case', () => {
    expect(marked('Refund the refunds, prerefund', 'refund')).toBe('[Refund] the [refund]s, prerefund');
    expect(marked('my order, your money', 'money "my')).toBe('[my] order, your [money]');
  });

  it('returns the text unchanged without a query', () => {
    expect(highlight('text', '  ')).toEqual([{ text: 'text', hit: false, at: 0 }]);
    expect(highlight('', 'x')).toEqual([]);
  });

  it('treats special characters of the query literally', () => {
    expect(marked('a.b (c', '(c .*')).toBe('a.b ([c]');
  });

  it('never loses or adds a letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, query) => {
        expect(
          highlight(text, query)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});
