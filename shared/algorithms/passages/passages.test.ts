import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlText } from './html-text.ts';
import { buildPassageIndex, cutPassages } from './passage-index.ts';

describe('htmlText', () => {
  it('keeps words and drops markup, scripts, styles and comments', () => {
    const page = `<!doctype html><head><style>p{}</style><script>alert("<b>")</script></head>
      <h1>Returns</h1><p title="a>b">Within <b>30&nbsp;days</b> &amp; free.</p><!-- <p>no</p> --><li>One<li>Two`;
    expect(htmlText(page)).toBe('Returns\nWithin 30 days & free.\nOne\nTwo');
  });
  it('leaves a "<" that opens no tag, and loses nothing but the tag to one that never closes', () => {
    expect(htmlText('5 < 6 and 7 <3')).toBe('5 < 6 and 7 <3');
    expect(htmlText('a <script>x')).toBe('a');
    expect(htmlText('&#x3c;script&#62; &bogus; &#0;')).toBe('<script> &bogus;');
  });
  it('never returns a tag, whatever the page', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      'b',
      '/',
      '"',
      '=',
      '<p>',
      '</p>',
      '<!--',
      '-->',
      '<script>',
      ' ',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        expect(htmlText(pieces.join(''))).not.toMatch(/<\/?(?:p|script)>/i);
      }),
    );
  });
});

describe('cutPassages', () => {
  it('returns every word, in short passages that overlap', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z.]{1,8}$/), { maxLength: 400 }), (words) => {
        const passages = cutPassages(words.join(' '), 40, 8);
        const covered = new Set<number>();
        const text = words.join(' ');
        for (const passage of passages) {
          expect(text.startsWith(passage.text, passage.start)).toBe(true);
          expect(passage.text.split(' ').length).toBeLessThanOrEqual(40);
          for (let at = 0; at < passage.text.length; at++) covered.add(passage.start + at);
        }
        for (let at = 0; at < text.length; at++) if (text[at] !== ' ') expect(covered.has(at)).toBe(true);
      }),
    );
  });
  it('ends passages with a sentence, and cuts text without spaces', () => {
    const sentence = `${'word '.repeat(34)}end. `;
    expect(cutPassages(sentence.repeat(4), 40, 5)[0].text).toMatch(/end\.$/);
    expect(cutPassages('票'.repeat(300)).length).toBeGreaterThan(2);
    expect(cutPassages(' \n ')).toEqual([]);
  });
});

describe('buildPassageIndex', () => {
  const passages = [
    'A parcel that is late can be traced by its number.',
    'Refunds take five days and go to the card you paid with.',
    'Money back: a refund is paid to the card within days.',
    'Our shops are open from nine to five.',
  ];
  it('finds by words, best first, and names the list', () => {
    const [best] = buildPassageIndex(passages).search('where is my late parcel?', 3);
    expect(best).toMatchObject({ passage: 0, wordsRank: 1 });
  });
  it("finds passages without the query's words, by related words", () => {
    const found = buildPassageIndex(passages).search('refunds', 4);
    expect(found[0].passage).toBe(1);
    expect(found.map(({ passage }) => passage)).toContain(2);
    expect(found.find(({ passage }) => passage === 2)?.wordsRank).toBeNull();
  });
  it('finds nothing for unknown words, in one passage or none', () => {
    expect(buildPassageIndex(passages).search('quantum 量子', 3)).toEqual([]);
    expect(buildPassageIndex([]).search('parcel', 3)).toEqual([]);
    expect(buildPassageIndex(['parcel']).search('parcel', 3)).toHaveLength(1);
  });
});
