import { describe, expect, it } from 'vitest';
import { createEntityDatabase } from '../../../lab/success/entity-database.ts';
import { readGoal, readState } from '../../../lab/success/goals.ts';
import { type DialogueVerdict, judgeDialogue } from '../../../lab/success/verdict.ts';
import { exampleTables } from './example-tables.fixture.ts';

const database = createEntityDatabase(exampleTables);
const domains = new Set(database.tables.keys());

interface Turn {
  say: string;
  state?: Record<string, Record<string, string>>;
  about?: string[];
  booked?: string[];
}

function judge(goal: Record<string, unknown>, turns: readonly Turn[]): DialogueVerdict {
  const read = readGoal(goal, Object.keys(goal));
  if (!read) throw new Error('no goal');
  return judgeDialogue(
    read,
    turns.map(({ say, state = {}, about = Object.keys(goal), booked = [] }) => ({
      response: say,
      state: readState(state, null),
      activeDomains: about,
      booked: new Set(booked),
    })),
    database,
    domains,
  );
}

const because = (goal: Record<string, unknown>, turns: readonly Turn[]) =>
  judge(goal, turns).domains[0].because;

const italian = { restaurant: { info: { food: 'italian', area: 'centre' }, reqt: ['phone'] } };
const right = { restaurant: { food: 'italian', area: 'centre' } };
const wrong = { restaurant: { food: 'indian' } };

describe('Inform', () => {
  it('is met by an offer of which everything it can be meets the goal', () => {
    expect(because(italian, [{ say: 'Try [restaurant_name].', state: right }])).toBe('offer-fits');
    expect(
      because(italian, [{ say: 'Try [restaurant_name].', state: { restaurant: { name: 'ask' } } }]),
    ).toBe('offer-fits');
  });

  it('is not met by an offer that can be something else', () => {
    expect(because(italian, [{ say: 'Try [restaurant_name].', state: wrong }])).toBe('offer-misses');
    expect(
      because(italian, [
        { say: 'Try [restaurant_name].', state: { restaurant: { pricerange: 'dontcare' } } },
      ]),
    ).toBe('offer-misses');
  });

  it('looks at the last offer', () => {
    const [good, bad] = [
      { say: '[name]', state: right },
      { say: '[name]', state: wrong },
    ];
    expect(because(italian, [bad, good])).toBe('offer-fits');
    expect(because(italian, [good, bad])).toBe('offer-misses');
  });

  it('keeps an offer that is still found when the question widens', () => {
    expect(
      because(italian, [
        { say: '[name]', state: right },
        { say: '[name]', state: { restaurant: { area: 'centre' } } },
        { say: '[name]', state: { restaurant: { area: 'dontcare' } } },
      ]),
    ).toBe('offer-fits');
  });

  it('is not met without an offer, or by one that nothing is known of', () => {
    expect(because(italian, [{ say: 'There are many.', state: right }])).toBe('never-offered');
    expect(because(italian, [{ say: '[restaurant_name]', state: {} }])).toBe('offer-unknown');
    expect(because(italian, [{ say: '[restaurant_name]', state: { restaurant: { food: 'klingon' } } }])).toBe(
      'offer-unknown',
    );
    expect(because(italian, [])).toBe('never-offered');
  });

  it('is met where the goal names the venue', () => {
    expect(because({ restaurant: { info: { name: 'ask' } } }, [{ say: 'Hello.' }])).toBe('name-given');
  });

  it.each(['taxi', 'police', 'hospital', 'moon'])(
    'is met in the domain %s, which has nothing to offer',
    (domain) => {
      expect(because({ [domain]: { info: { destination: 'ask' } } }, [])).toBe('nothing-to-offer');
    },
  );

  it('asks for a train only where one was offered or its id was to be asked', () => {
    const train = { info: { departure: 'cambridge', day: 'monday' } };
    const withId = { ...train, reqt: ['trainID'] };
    const monday = { train: { departure: 'cambridge', day: 'monday' } };
    const friday = { train: { departure: 'ely', day: 'friday' } };
    expect(because({ train }, [{ say: 'It leaves at [time].', state: monday }])).toBe('id-not-asked');
    expect(because({ train: withId }, [{ say: 'It leaves at [time].', state: monday }])).toBe(
      'never-offered',
    );
    expect(because({ train: withId }, [{ say: 'Take [train_id].', state: monday }])).toBe('offer-fits');
    expect(because({ train }, [{ say: 'Take [trainid].', state: friday }])).toBe('offer-misses');
    expect(because({ train }, [{ say: 'Take [trainid].', state: { train: { day: 'sunday' } } }])).toBe(
      'id-not-asked',
    );
  });

  it('is met by offering nothing where nothing meets the goal', () => {
    const none = { restaurant: { info: { food: 'italian', area: 'south' }, reqt: [] } };
    expect(because(none, [{ say: 'There is none.', state: { restaurant: { food: 'italian' } } }])).toBe(
      'rightly-none',
    );
    expect(because(none, [{ say: '[name]', state: right }])).toBe('offer-misses');
  });

  it('needs every domain', () => {
    const goal = { ...italian, hotel: { info: { area: 'north' } } };
    const both = { ...right, hotel: { area: 'north' } };
    expect(judge(goal, [{ say: '[restaurant_name] and [hotel_name]', state: both }]).inform).toBe(true);
    const one = judge(goal, [{ say: '[restaurant_name]', state: both }]);
    expect(one.inform).toBe(false);
    expect(one.domains.map(({ inform }) => inform)).toEqual([false, true]);
  });

  it("believes a placeholder's own domain, and otherwise the active ones", () => {
    const goal = { ...italian, hotel: { info: { area: 'north' } } };
    const both = { ...right, hotel: { area: 'north' } };
    const informed = (say: string, about: string[]) =>
      judge(goal, [{ say, state: both, about }]).domains.map(({ inform }) => inform);
    expect(informed('[restaurant_name]', ['hotel'])).toEqual([false, true]);
    expect(informed('[name]', ['hotel'])).toEqual([true, false]);
    expect(informed('[value_name]', ['hotel', 'restaurant'])).toEqual([true, true]);
    expect(informed('[name]', [])).toEqual([false, false]);
  });
});

describe('Success', () => {
  const offered = { say: 'Try [restaurant_name].', state: right };
  const success = (goal: Record<string, unknown>, ...turns: Turn[]) => {
    const { success: published, successOfAllSlots } = judge(goal, turns);
    return [published, successOfAllSlots];
  };

  it('needs every requested slot, given at any turn', () => {
    expect(success(italian, offered)).toEqual([false, false]);
    expect(success(italian, { say: 'It is [restaurant_phone].' }, offered)).toEqual([true, true]);
    expect(success(italian, offered, { say: 'It is [phone].' })).toEqual([true, true]);
    expect(success(italian, offered, { say: 'It is [phone].', about: ['hotel'] })).toEqual([false, false]);
    expect(success(italian, offered, { say: 'It is [hotel_phone].' })).toEqual([false, false]);
  });

  it('needs Inform', () => {
    expect(success(italian, { say: '[name] [phone]', state: wrong })).toEqual([false, false]);
  });

  it('leaves aside what the published evaluation does not ask for, and counts it in the other figure', () => {
    const goal = { restaurant: { ...italian.restaurant, reqt: ['phone', 'pricerange'] } };
    expect(success(goal, offered, { say: '[phone]' })).toEqual([true, false]);
    expect(success(goal, offered, { say: '[phone], [value_pricerange]' })).toEqual([true, true]);
    expect(judge(goal, [offered]).domains[0]).toMatchObject({
      missing: ['phone'],
      missingOfAll: ['phone', 'price'],
    });
  });

  it('asks for a reference where something was to be booked, once it can be known', () => {
    const goal = { restaurant: { info: italian.restaurant.info, book: { people: '2', invalid: false } } };
    expect(success(goal, offered)).toEqual([false, false]);
    expect(success(goal, offered, { say: '[reference]', booked: ['restaurant'] })).toEqual([true, true]);
    expect(success(goal, offered, { say: '[reference]', booked: ['hotel'] })).toEqual([false, false]);
    expect(success(goal, offered, { say: '[ref]' }, { say: 'Done', booked: ['restaurant'] })).toEqual([
      false,
      false,
    ]);
  });

  it('asks for a taxi its phone, and its car beside', () => {
    const goal = { taxi: { info: { leaveAt: '5pm' }, reqt: ['car type', 'phone'] } };
    expect(success(goal, { say: '[taxi_phone]' })).toEqual([true, false]);
    expect(success(goal, { say: 'A [taxi_type], [taxi_phone]' })).toEqual([true, true]);
  });
});
