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

const HABITS = new Map([
  ['asks-number', { repeats: 0, answeredBy: ['gives-number'], after: new Map([['reports-slow', 0.5]]) }],
  ['asks-reason', { repeats: 0, answeredBy: ['gives-reason'], after: new Map() }],
]);

/** Tags a turn whose clauses suggest the tags of the first entry that they contain. */
function heard(
  text: string,
  clauses: Readonly<Record<string, readonly [tag: string, share: number]>>,
  { whole = [], asked = [] }: { whole?: typeof SUGGESTED; asked?: readonly string[] } = {},
) {
  return tagsOfClauses(text, whole, {
    habits: HABITS,
    asked,
    choose: (suggested) => suggested.slice(0, 1).map(({ tag }) => tag),
    suggest: async (clause) =>
      Object.entries(clauses).flatMap(([word, [tag, share]]) =>
        clause.includes(word) ? [{ tag, share }] : [],
      ),
  });
}

it('takes no tag from a clause if it is not clear', async () => {
  expect(
    await heard('And if it never turns up, do I get my money back?', { money: ['reports-slow', 0.28] }),
  ).toEqual([]);
});

it('tags a turn that says several things by its clearest clause', async () => {
  const clauses = { slow: ['reports-slow', 0.7], week: ['gives-time', 0.4] } as const;
  expect(await heard('By the way, my line is slow, and it began last week', clauses)).toEqual([
    'reports-slow',
  ]);
  expect(await heard('my line is slow', clauses)).toEqual([]);
  expect(await heard('Well, hm. Who won the match?', clauses)).toEqual([]);
});

it('lets a clear clause decide if the turn is unclear', async () => {
  const whole = [
    { tag: 'complains', share: 0.39 },
    { tag: 'praises', share: 0.35 },
  ];
  const text = 'Big thank you to Tom, he waited in the rain';
  expect(await heard(text, { thank: ['praises', 0.38] }, { whole })).toEqual(['praises']);
  expect(await heard(text, { thank: ['praises', 0.38], rain: ['complains', 0.38] }, { whole })).toEqual([
    'complains',
  ]);
});

it('adds what a clause answers before it is asked', async () => {
  const whole = [{ tag: 'reports-slow', share: 0.8 }];
  const clauses = { '4411': ['gives-number', 0.4], old: ['gives-reason', 0.4] } as const;
  expect(await heard('My line is slow, number 4411, the box is old', clauses, { whole })).toEqual([
    'reports-slow',
    'gives-number',
  ]);
  expect(await heard('My line is slow. Is it number 4411?', clauses, { whole })).toEqual(['reports-slow']);
});

it('takes the answer to the last question if the rest is less clear', async () => {
  const whole = [{ tag: 'refuses', share: 0.5 }];
  const text = 'It is 4411, but please wait with that';
  const clauses = { '4411': ['gives-number', 0.9] } as const;
  expect(await heard(text, clauses, { whole, asked: ['asks-number'] })).toEqual(['gives-number']);
  expect(await heard(text, clauses, { whole })).toEqual(['refuses', 'gives-number']);
});
