import { describe, expect, it } from 'vitest';
import { shapeOf, wordsOf } from './tokens.ts';

describe('wordsOf', () => {
  it('lower-cases, splits at punctuation and keeps apostrophes inside words', () => {
    expect(wordsOf("Don't book TR7075, at 21:15!")).toEqual([
      "don't",
      'book',
      'tr',
      '7075',
      'at',
      '21',
      '15',
    ]);
  });

  it('treats every Han character as a word', () => {
    expect(wordsOf('你好 ok')).toEqual(['你', '好', 'ok']);
  });

  it('finds no words in an empty text or in marks alone', () => {
    expect(wordsOf('')).toEqual([]);
    expect(wordsOf(' … ?!')).toEqual([]);
  });
});

describe('shapeOf', () => {
  it('removes values, so that answers that do the same look the same', () => {
    const left = shapeOf('Your table at Pizza Hut is at 17:30, reference FRGZWQL2, for $12.50?');
    const right = shapeOf('Your table at Curry Garden is at 9:05, reference AB12CD34, for $8?');
    expect(left).toEqual(right);
    expect(left).toContain('?');
  });

  it('keeps the first word of a sentence and the pronoun I', () => {
    expect(shapeOf('Sure. Where do I go')).toEqual(['sure', 'where', 'do', 'i', 'go']);
  });

  it('counts a run of names once', () => {
    expect(shapeOf('we like New York City')).toEqual(['we', 'like', '#name']);
  });

  it('reads long runs in linear time', () => {
    const long = 'a'.repeat(50_000);
    expect(shapeOf(long)).toEqual([long]);
    expect(shapeOf('1a'.repeat(20_000))).toEqual(['#code']);
  });
});
