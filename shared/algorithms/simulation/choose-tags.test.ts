import { expect, it } from 'vitest';
import { chooseTags, tagsOfClauses } from './neighbour-tagger.ts';

const SUGGESTED = [
  { tag: 'thanks', share: 0.5 },
  { tag: 'refuses', share: 0.36 },
  { tag: 'complains', share: 0.2 },
];
const NOTHING = new Map<string, number>();

it('takes what is likely enough where nothing routes the conversation', () => {
  expect(chooseTags(SUGGESTED, 1, null)).toEqual(['thanks']);
  expect(chooseTags(SUGGESTED.slice(1), 1, null)).toEqual([]);
});

it('prefers the tag that leads on if the likeliest does not', () => {
  const leadsOn =
    (...tags: string[]) =>
    (tag: string) =>
      tags.includes(tag) ? 0.5 : 0;
  expect(
    chooseTags(SUGGESTED, 1, { frequency: leadsOn('thanks', 'refuses'), similar: NOTHING, likeness: 0 }),
  ).toEqual(['thanks']);
  expect(
    chooseTags(SUGGESTED, 1, { frequency: leadsOn('refuses', 'complains'), similar: NOTHING, likeness: 0 }),
  ).toEqual(['refuses']);
  expect(
    chooseTags(SUGGESTED, 1, { frequency: leadsOn('complains'), similar: NOTHING, likeness: 0 }),
  ).toEqual(['thanks']);
  expect(chooseTags(SUGGESTED, 1, { frequency: leadsOn('asks'), similar: NOTHING, likeness: 0 })).toEqual([
    'thanks',
  ]);
});

it('counts similar turns of the place as much as similar turns count at all', () => {
  const place = { frequency: () => 1, similar: new Map([['refuses', 1]]), likeness: 1 };
  expect(chooseTags(SUGGESTED, 1, place)).toEqual(['refuses']);
  expect(chooseTags(SUGGESTED, 0, place)).toEqual(['thanks']);
  expect(chooseTags(SUGGESTED, 1, { ...place, likeness: 0.02 })).toEqual(['thanks']);
});

it('takes no tag from similar turns of the place alone if they are hardly alike', () => {
  const place = { frequency: () => 1, similar: new Map([['refuses', 1]]), likeness: 0.2 };
  expect(chooseTags([], 1, place)).toEqual([]);
  expect(chooseTags([], 1, { ...place, likeness: 0.5 })).toEqual(['refuses']);
});

it('takes no tag from a clause if it is not clear', async () => {
  const tagsOf = async () => ({ names: ['reports-slow'], share: 0.28 });
  expect(await tagsOfClauses('And if it never turns up, do I get my money back?', tagsOf)).toEqual([]);
});

it('tags a turn that says several things by its clearest clause', async () => {
  const tagsOf = async (clause: string) =>
    clause.includes('slow')
      ? { names: ['reports-slow'], share: 0.7 }
      : { names: clause.includes('week') ? ['gives-time'] : [], share: 0.4 };
  expect(await tagsOfClauses('By the way, my line is slow, and it began last week', tagsOf)).toEqual([
    'reports-slow',
  ]);
  expect(await tagsOfClauses('my line is slow', tagsOf)).toEqual([]);
  expect(await tagsOfClauses('Well, hm. Who won the match?', tagsOf)).toEqual([]);
});
