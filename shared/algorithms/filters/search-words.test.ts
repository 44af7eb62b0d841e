import { describe, expect, it } from 'vitest';
import { readSearch } from './search-words.ts';

const short = (text: string): string =>
  readSearch(text)
    .anyOf.map((group) =>
      group.map(({ kind, text: said, isExcluded }) => `${isExcluded ? '-' : ''}${kind}:${said}`).join(' & '),
    )
    .join(' | ');

describe('a search', () => {
  it.each([
    ['late refund', 'words:late & words:refund'],
    ['"my money back" -late', 'phrase:my money back & -words:late'],
    ['tag:refund OR tag:"ask for details" -tag:close', 'tag:refund | tag:ask for details & -tag:close'],
    ["don't or", "words:don't & words:or"],
    ['  ', ''],
  ])('%s', (text, read) => {
    expect(short(text)).toBe(read);
    expect(readSearch(text).remark).toBeNull();
  });

  it.each([
    ['"my mon', /quotation mark is not closed/, 'phrase:my mon'],
    ['refund OR', /between two search terms/, 'words:refund'],
    ['OR refund', /between two search terms/, 'words:refund'],
    ['state:12', /“state:” is searched for as a word/, 'words:state:12'],
    ['tag: refund', /name of a tag right after/, 'words:refund'],
    ['refund ???', /“\?\?\?” has no letter/, 'words:refund'],
  ])('says what of it cannot be read: %s', (text, remark, read) => {
    expect(readSearch(text).remark).toMatch(remark);
    expect(short(text)).toBe(read);
  });
});
