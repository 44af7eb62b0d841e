import { describe, expect, it } from 'vitest';
import { evenly, tagShares, tellingTags } from './state-names.ts';

const ALL = tagShares([
  ['greet', 'refund'],
  ['greet', 'refund', 'number'],
  ['greet', 'parcel'],
  ['greet', 'parcel', 'number'],
]);

describe('the tags that name a state', () => {
  it('are those that tell it from the others, not those that all have', () => {
    const here = tagShares([
      ['greet', 'refund'],
      ['greet', 'refund'],
    ]);
    expect(tellingTags(here, ALL)).toEqual(['refund']);
  });

  it('count a tag once a dialogue, take the most telling first and ties by code point', () => {
    const here = tagShares([['parcel', 'parcel', 'number', 'zoo', 'bee']]);
    expect(tellingTags(here, ALL, 4)).toEqual(['bee', 'zoo', 'number', 'parcel']);
  });

  it('are none where a state has no dialogues or nothing of its own', () => {
    expect(tellingTags(tagShares([]), ALL)).toEqual([]);
    expect(tellingTags(ALL, ALL)).toEqual([]);
  });

  it('are read from dialogues spread evenly', () => {
    expect(evenly(3, 10)).toEqual([0, 1, 2]);
    expect(evenly(10, 2)).toEqual([2, 7]);
    expect(evenly(0, 2)).toEqual([]);
  });
});
