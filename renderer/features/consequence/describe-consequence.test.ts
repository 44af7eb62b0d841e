import { describe, expect, it } from 'vitest';
import type { AutomatonDifference, ComparedState, HeldOutReach } from '#shared/contract/relearning.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import {
  countsOf,
  describeEffect,
  examplesBeforeAndAfter,
  isNothing,
  marksOf,
  pathsWords,
  placeOfState,
  stateCounts,
  transitionCounts,
} from './strip.tsx';

function state(
  before: number | null,
  after: number | null,
  from: ComparedState['from'] = null,
): ComparedState {
  return {
    before,
    after,
    from,
    role: 'user',
    tags: ['greet'],
    supportBefore: 3,
    supportAfter: 2,
    transitionsGone: 0,
    transitionsNew: 0,
  };
}

const list = (...items: ComparedState[]) => ({ total: items.length, items });

const NOTHING: AutomatonDifference = {
  gone: list(),
  new: list(),
  changed: list(),
  transitionsGone: 0,
  transitionsNew: 0,
  dialogues: { changed: 0, first: [], gone: 0, new: 0 },
};
const DIFFERENCE: AutomatonDifference = {
  ...NOTHING,
  gone: list(state(7, null, { before: 3, after: 4 })),
  new: list(state(null, 9, { before: null, after: 4 })),
  changed: list(state(3, 4)),
};

describe('texts about a difference', () => {
  it('count states, or say that none differs', () => {
    expect(countsOf(DIFFERENCE)).toBe('States: 1 new, 1 removed, 1 changed');
    expect(countsOf(NOTHING)).toBe('No changes to states');
  });

  it('name changed paths, states and transitions even if their totals are equal', () => {
    const same = { ...DIFFERENCE, transitionsNew: 3, transitionsGone: 3 };
    expect(stateCounts(same)).toBe('1 new, 1 removed, 1 changed');
    expect(transitionCounts(same)).toBe('3 new, 3 removed');
    expect([stateCounts(NOTHING), transitionCounts(NOTHING)]).toEqual(['', '']);
    const paths = (changed: number) =>
      pathsWords({ ...NOTHING, dialogues: { ...NOTHING.dialogues, changed } }, 1334);
    expect(paths(12)).toBe('12 of 1,334 dialogues change their path.');
    expect(paths(1)).toBe('1 of 1,334 dialogues changes its path.');
    expect(paths(0)).toBe('Every dialogue keeps its path.');
  });

  it('are empty only if no path differs either', () => {
    expect(isNothing(NOTHING)).toBe(true);
    expect(isNothing({ ...NOTHING, dialogues: { ...NOTHING.dialogues, changed: 1 } })).toBe(false);
    expect(isNothing({ ...NOTHING, transitionsNew: 1 })).toBe(false);
    expect(isNothing(DIFFERENCE)).toBe(false);
  });

  it('mark the states of one side by their numbers there', () => {
    expect([...marksOf({ difference: DIFFERENCE }, 'before')]).toEqual([
      [3, 'changed'],
      [7, 'gone'],
    ]);
    expect([...marksOf({ difference: DIFFERENCE }, 'after')]).toEqual([
      [4, 'changed'],
      [9, 'new'],
    ]);
  });

  it('show a missing state at the state that leads to it', () => {
    expect(placeOfState(DIFFERENCE.gone.items[0], 'before')).toBe(7);
    expect(placeOfState(DIFFERENCE.gone.items[0], 'after')).toBe(4);
    expect(placeOfState(DIFFERENCE.new.items[0], 'before')).toBeNull();
  });
});

describe('the effect of learning again', () => {
  const size = (states: number) => ({ states, transitions: 9, dialogues: 1334 });
  const reach = (shareOfTurns: number, heldOut = 30): HeldOutReach => ({
    heldOutShare: 0.1,
    heldOut,
    learnedFrom: 300,
    policies: [{ policy: 'overview', turns: 340, shareOfTurns } as HeldOutReach['policies'][number]],
  });
  const effect = (before: HeldOutReach | null, after: HeldOutReach | null, states = 37) =>
    describeEffect({
      before: size(40),
      after: size(states),
      difference: { ...DIFFERENCE, dialogues: { ...DIFFERENCE.dialogues, changed: 12 } },
      reach: { before, after },
    });

  it('counts changed paths and states, and says how much more of unseen dialogues is followed', () => {
    expect(effect(reach(0.6), reach(0.65))).toEqual([
      '12 of 1,334 dialogues change their path, and the automaton has 3 fewer states.',
      'The automaton follows 65.0 % of 340 turns in 30 unseen dialogues, instead of 60.0 % (+5.0 points, or 17 turns, not tested for significance).',
    ]);
    expect(effect(reach(0.6), reach(0.6), 41)).toEqual([
      '12 of 1,334 dialogues change their path, and the automaton has 1 more state.',
      'The automaton follows 60.0 % of 340 turns in 30 unseen dialogues, as before.',
    ]);
    expect(effect(null, reach(0.6), 40)).toEqual([
      '12 of 1,334 dialogues change their path, and the automaton still has 40 states.',
      'The automaton follows 60.0 % of 340 turns in 30 unseen dialogues.',
    ]);
  });

  it('says what may be chance, what cannot be tested, and that nothing changes', () => {
    expect(effect(reach(0.6), reach(0.595))[1]).toMatch(
      /\(−0\.5 points, or 2 turns, which may be due to chance\)\.$/,
    );
    expect(effect(reach(1), reach(1, 0))[1]).toMatch(/^There are too few dialogues to test/);
    expect(effect(reach(1), null)[1]).toBe('The automaton is being tested on unseen dialogues.');
    expect(
      describeEffect({
        before: size(40),
        after: size(40),
        difference: NOTHING,
        reach: { before: null, after: reach(1) },
      }),
    ).toEqual(['The automaton stays the same.']);
  });
});

describe('examplesBeforeAndAfter', () => {
  it('lists each example once', () => {
    const example = (dialogue: number) => ({
      dialogue: dialogue as DialogueId,
      externalId: `d${dialogue}`,
      turn: 1,
      text: '',
    });
    const side = (...dialogues: number[]) => ({ state: 1, support: 9, examples: dialogues.map(example) });
    const all = examplesBeforeAndAfter({ before: side(1, 2), after: side(2, 3) });
    expect(all.map(({ example: { dialogue }, where }) => [dialogue, where])).toEqual([
      [1, 'before'],
      [2, 'both'],
      [3, 'after'],
    ]);
  });
});
