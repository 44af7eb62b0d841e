import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDelexicaliser } from '../../../lab/success/delexicalise.ts';
import { createEntityDatabase } from '../../../lab/success/entity-database.ts';
import { readGoal, readState } from '../../../lab/success/goals.ts';
import { createLexicon, listsOfRows } from '../../../lab/success/lexicon.ts';
import {
  createDialogueScorer,
  type PredictedTurn,
  type ReferenceDialogue,
} from '../../../lab/success/score-dialogue.ts';
import { summariseScores } from '../../../lab/success/summarise.ts';
import { exampleTables } from './example-tables.fixture.ts';

const database = createEntityDatabase(exampleTables);
const delexicalise = createDelexicaliser(
  createLexicon([...database.tables.values()], exampleTables.flatMap(listsOfRows)),
);
const scorer = createDialogueScorer(database, delexicalise, new Set(database.tables.keys()));

function dialogue(
  id: string,
  goal: Record<string, unknown>,
  turns: readonly { text: string; state: Record<string, unknown>; booked?: string[] }[],
): ReferenceDialogue {
  const read = readGoal(goal, Object.keys(goal));
  if (!read) throw new Error('no goal');
  return {
    id,
    goal: read,
    turns: turns.map(({ text, state, booked = [] }) => ({ text, state: readState(state, null), booked })),
  };
}

const answer = (response: string, state?: Record<string, unknown>, active?: string[]): PredictedTurn => ({
  response,
  state: state === undefined ? null : readState(state, null),
  activeDomains: active ?? null,
});

const centre = { restaurant: { food: 'italian', area: 'centre' } };
const booking = dialogue(
  'booking',
  {
    restaurant: { info: { food: 'italian', area: 'centre' }, reqt: ['phone'], book: { people: '2' } },
    taxi: { info: { destination: 'ask' }, reqt: ['phone'] },
  },
  [
    { text: 'How about Ask?', state: centre },
    { text: 'Booked: reference number is UIFV8FAS. Call 01223364917.', state: centre, booked: ['booking'] },
    { text: 'A black toyota, call 07356285200.', state: { ...centre, taxi: { leaveAt: '17:00' } } },
  ],
);
const human = booking.turns.map(({ text }) => answer(text));

describe('scoring a dialogue', () => {
  it('scores lexical answers by what they are without their values', () => {
    const { verdict, bleu } = scorer.score(booking, human, 'oracle');
    expect(verdict).toMatchObject({ inform: true, success: true, successOfAllSlots: true });
    expect(bleu[0]).toBe(bleu[1]);
    expect(bleu[2]).toBe(bleu[6]);
  });

  it('takes other values and other spellings of placeholders for the same', () => {
    const { verdict, bleu } = scorer.score(
      booking,
      [
        answer('how about [restaurant_name]?'),
        answer('Booked: reference number is [ref]. Call [value_phone].'),
        answer('A [taxi_type], call [phone].'),
      ],
      'oracle',
    );
    expect(verdict.success).toBe(true);
    expect(Array.from(bleu.slice(2, 6))).toEqual(Array.from(bleu.slice(6, 10)));
  });

  it('counts a reference only from where it can be known', () => {
    const early = [answer('[name], booked, [reference]'), answer('Call [phone].'), human[2]];
    expect(scorer.score(booking, early, 'oracle').verdict).toMatchObject({ inform: true, success: false });
    const late = [human[0], answer('Call [phone].'), answer('[restaurant_reference], [taxi_phone]')];
    expect(scorer.score(booking, late, 'oracle').verdict.success).toBe(true);
  });

  it('counts it anywhere where the human never gave one', () => {
    const unbooked = dialogue('unbooked', { restaurant: { info: {}, book: { people: '2' } } }, [
      { text: 'Hello', state: centre },
    ]);
    expect(scorer.score(unbooked, [answer('[name] [reference]')], 'oracle').verdict.success).toBe(true);
    expect(scorer.score(unbooked, [answer('[name]')], 'oracle').verdict.success).toBe(false);
  });

  it('believes the predictions where told to, a missing state being that of the turn before', () => {
    const misled = [answer('[name]', { restaurant: { food: 'indian' } }), answer('[name]'), answer('Bye')];
    expect(scorer.score(booking, misled, 'oracle').verdict.domains[0].because).toBe('offer-fits');
    expect(scorer.score(booking, misled, 'predictions').verdict.domains[0].because).toBe('offer-misses');
    const mute = [answer('[restaurant_name]'), answer('Bye')];
    expect(scorer.score(booking, mute, 'predictions').verdict.domains[0].because).toBe('offer-unknown');
  });

  it('takes active domains as given', () => {
    const given = [answer('[name]', undefined, ['taxi'])];
    expect(scorer.score(booking, given, 'oracle').verdict.domains[0].because).toBe('never-offered');
  });

  it('takes missing answers as empty and refuses too many', () => {
    const { verdict, bleu } = scorer.score(booking, [], 'oracle');
    expect(verdict.inform).toBe(false);
    expect(bleu[0]).toBe(0);
    expect(bleu[1]).toBeGreaterThan(10);
    expect(() => scorer.score(booking, [...human, answer('more')], 'oracle')).toThrow(RangeError);
  });
});

describe('the figures of a corpus', () => {
  const simple = (id: string) =>
    dialogue(id, { hotel: { info: { area: 'north' }, reqt: ['phone'] } }, [
      { text: 'The alpha guest house, 01223315702, is a nice place.', state: { hotel: { area: 'north' } } },
    ]);
  const good = (id: string) => scorer.score(simple(id), [answer(simple(id).turns[0].text)], 'oracle');
  const half = (id: string) => scorer.score(simple(id), [answer('[hotel_name]')], 'oracle');
  const bad = (id: string) => scorer.score(simple(id), [answer('Sorry.')], 'oracle');

  it('are shares of dialogues, in all and by domain', () => {
    const figures = summariseScores(
      [good('a'), half('b'), bad('c'), scorer.score(booking, human, 'oracle')],
      1,
    );
    expect(figures.inform.estimate).toBe(75);
    expect(figures.success.estimate).toBe(50);
    expect(figures.combined.estimate).toBeCloseTo((figures.bleu.estimate ?? 0) + 62.5);
    expect(figures.domains.map(({ domain, dialogues }) => [domain, dialogues])).toEqual([
      ['hotel', 3],
      ['restaurant', 1],
      ['taxi', 1],
    ]);
    expect(figures.domains[0].inform.estimate).toBeCloseTo(200 / 3);
    expect(figures.domains[0].success.estimate).toBeCloseTo(100 / 3);
  });

  it('give a domain what it did itself, whatever other domains did', () => {
    const goal = { hotel: { info: { area: 'north' } }, restaurant: { info: { area: 'centre' } } };
    const two = dialogue('two', goal, [
      { text: '', state: { hotel: { area: 'north' }, restaurant: { area: 'centre' } } },
    ]);
    const figures = summariseScores([scorer.score(two, [answer('[hotel_name]')], 'oracle')], 1);
    expect(figures.success.estimate).toBe(0);
    expect(figures.domains.map(({ success }) => success.estimate)).toEqual([100, 0]);
  });

  it('are 100 for the human answers, and null for nothing', () => {
    const figures = summariseScores([good('a'), good('b')], 1);
    expect(
      [figures.inform, figures.success, figures.bleu, figures.combined].map(({ estimate }) => estimate),
    ).toEqual([100, 100, expect.closeTo(100, 9), expect.closeTo(200, 9)]);
    expect(summariseScores([], 1).inform).toEqual({ estimate: null, lower: null, upper: null });
  });

  it('do not depend on the order of the dialogues, and lie within their intervals', () => {
    const makers = [good, half, bad];
    fc.assert(
      fc.property(fc.array(fc.nat(2), { minLength: 2, maxLength: 8 }), fc.nat(), (kinds, seed) => {
        const scores = kinds.map((kind, at) => makers[kind](`d${at}`));
        const figures = summariseScores(scores, seed);
        expect(summariseScores([...scores].reverse(), seed)).toEqual(figures);
        for (const { estimate, lower, upper } of [figures.inform, figures.success]) {
          expect(lower).toBeLessThanOrEqual((estimate ?? 0) + 1e-9);
          expect(upper).toBeGreaterThanOrEqual((estimate ?? 0) - 1e-9);
        }
        expect(figures.success.estimate).toBeLessThanOrEqual(figures.inform.estimate ?? 0);
      }),
      { numRuns: 20 },
    );
  });
});
