import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bleuTokens } from './bleu.ts';

describe('bleuTokens', () => {
  // The expected tokens (joined by |) are those of sacreBLEU 2.6.0, tokeniser 13a.
  it.each([
    ['The train leaves at 12:45, platform 3.', 'The|train|leaves|at|12|:|45|,|platform|3|.'],
    ['It costs £12.50 (or $15,000.75)!', 'It|costs|£12.50|(|or|$|15,000.75|)|!'],
    ['Call 01223-354-679 or e-mail me-now.', 'Call|01223|-|354|-|679|or|e-mail|me-now|.'],
    ['well-\nknown facts\nhere ', 'wellknown|facts|here'],
    ['a <skipped> b&quot;c&quot; &amp;lt; &lt;x&gt; &apos;', 'a|b|"|c|"|<|<|x|>|&|apos|;'],
    ['..., what?! 1,a a,1 .5 5. 3-4 a-4 4-a', '.|.|.|,|what|?|!|1|,|a|a|,|1|.|5|5|.|3|-|4|a-4|4|-|a'],
    ["it's o'clock 'quoted' [x]{y}~", "it's|o'clock|'quoted'|[|x|]|{|y|}|~"],
    ['`^_@#%*+=;/\\', '`|^|_|@|#|%|*|+|=|;|/|\\'],
    ['café,naïve.中文，。', 'café|,|naïve|.|中文，。'],
    ['a\u00a0b\u3000c\u0085d\u001ce\ufefff', 'a|b|c|d|e\ufefff'],
    ['facts well-\n', 'facts|well-'],
    ['2.4.6,8 10.00.', '2.4.6,8|10.00|.'],
    ['price: 1.000.000,00 euro...', 'price|:|1.000.000,00|euro|.|.|.'],
    ['😀.😀,5', '😀|.|😀|,|5'],
  ])('of %j', (text, expected) => {
    expect(bleuTokens(text)).toEqual(expected.split('|'));
  });

  it('finds no tokens in blank text', () => {
    expect(bleuTokens('')).toEqual([]);
    expect(bleuTokens(' \n\t ')).toEqual([]);
  });

  it('keeps every character except white space in texts without entities and line ends', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aZ09 .,-\'"?!$£é(') });
    fc.assert(
      fc.property(text, (sentence) => {
        const tokens = bleuTokens(sentence);
        expect(tokens.join('')).toBe(sentence.replaceAll(' ', ''));
        for (const token of tokens) expect(token).toMatch(/^[^ ]+$/);
      }),
    );
  });

  it('gives the same tokens for text that is already tokenised, if no number was cut', () => {
    const word = fc.constantFrom('the', "it's", ',', '.', '?', '12.50', '3', 'e-mail', '(', '£4');
    fc.assert(
      fc.property(fc.array(word), (words) => {
        expect(bleuTokens(words.join(' '))).toEqual(words);
      }),
    );
  });

  it('reads a long run of spaces in linear time', () => {
    expect(bleuTokens(`${' '.repeat(300_000)}x`)).toEqual(['x']);
    expect(bleuTokens(`x${' '.repeat(300_000)}`)).toEqual(['x']);
  });
});
