import { describe, expect, it } from 'vitest';
import { describeOffTheMap, describePlace, describeSkipped, type LiveStep } from './off-the-map.ts';

const STEP: LiveStep = {
  turns: [0],
  role: 'user',
  forced: false,
  matched: [],
  missed: [],
  passedOver: [],
  followed: true,
  state: 12,
};
const PLACE = describePlace(12, ['sports', 'tickets']);

describe('what a route could not follow, in words', () => {
  it('names a state by its tags, and the start', () => {
    expect(PLACE).toBe('state 12 (sports, tickets)');
    expect(describePlace(3, [])).toBe('state 3');
    expect(describePlace(3, ['gives-details'])).toBe('gives details (state 3)');
    expect(describePlace(0, [])).toBe('the start');
  });

  it('names the tag that has no transition and the state it fell back to', () => {
    const step = { ...STEP, missed: [{ tag: 'nba', known: true }] };
    expect(describeOffTheMap(step, PLACE)).toBe(
      'No transition for #nba. The dialogue went back to state 12 (sports, tickets).',
    );
  });

  it('names the tags that the picture passes over', () => {
    expect(describeOffTheMap({ ...STEP, passedOver: ['nba', 'lakers'] }, PLACE)).toBe(
      'The graph leaves out rare moves such as #nba, #lakers, so the dialogue stays at state 12 (sports, tickets).',
    );
  });

  it('tells tags that no training dialogue has, and what was followed', () => {
    const step = {
      ...STEP,
      matched: ['sports'],
      missed: [
        { tag: 'nba', known: true },
        { tag: 'lakers', known: false },
      ],
    };
    expect(describeOffTheMap(step, PLACE)).toBe(
      'No transition for #nba, and no customer turn in the training dialogues has #lakers. #sports led to state 12 (sports, tickets).',
    );
  });

  it('is silent where all was followed, and says that there was nothing to follow', () => {
    expect(describeOffTheMap({ ...STEP, matched: ['sports'] }, PLACE)).toBeNull();
    expect(describeOffTheMap(STEP, PLACE)).toBe(
      'This turn has no tags, so the dialogue stays at state 12 (sports, tickets).',
    );
  });

  it('says that a route had stopped before, and that a step is none of this automaton', () => {
    const after = { ...STEP, followed: false, missed: [{ tag: 'nba', known: true }] };
    expect(describeOffTheMap(after, PLACE)).toMatch(
      /^Not followed: the route had stopped at .*, before #nba\.$/,
    );
    const forced = { ...STEP, forced: true, missed: [{ tag: 'nba', known: true }] };
    expect(describeOffTheMap(forced, PLACE)).toMatch(/^This automaton has no transition for #nba/);
  });

  it('tells what the context automaton skipped and how far it went back', () => {
    expect(
      describeSkipped(
        [
          { role: 'user', tag: 'nba', known: true },
          { role: 'system', tag: 'lakers', known: false },
        ],
        PLACE,
        2,
      ),
    ).toEqual([
      'Skipped the customer’s #nba, because there is no transition for this tag here.',
      'Skipped #lakers, because no agent turn in the training dialogues has this tag.',
      'Too few dialogues took the whole path, so the dialogue went back 2 states to state 12 (sports, tickets).',
    ]);
  });
});
