import { describe, expect, it } from 'vitest';
import type { AutomatonDifference, ComparedState } from '#shared/contract/relearning.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import {
  countsOf,
  examplesBeforeAndAfter,
  isNothing,
  marksOf,
  pathsWords,
  placeOfState,
  stateCounts,
  transitionCounts,
} from './describe-consequence.ts';

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
    expect(countsOf(DIFFERENCE)).toBe('States: 1 new, 1 gone, 1 changed');
    expect(countsOf(NOTHING)).toBe('No state differs');
  });

  it('name changed paths, states and transitions even if their totals are equal', () => {
    const same = { ...DIFFERENCE, transitionsNew: 3, transitionsGone: 3 };
    expect(stateCounts(same)).toBe('1 new, 1 gone, 1 changed');
    expect(transitionCounts(same)).toBe('3 new, 3 gone');
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

describe('examplesBeforeAndAfter', () => {
  it('lists each example once', () => {
    const example = (dialogue: number) => ({
      dialogue: dialogue as DialogueId,
      externalId: `d${dialogue}`,
      round: 1,
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
