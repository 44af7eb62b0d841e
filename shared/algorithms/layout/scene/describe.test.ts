import { describe, expect, it } from 'vitest';
import { exampleAutomaton } from '../example-automata.fixture.ts';
import { describeHidden, describeState, describeTransition } from './describe.ts';

const automaton = exampleAutomaton(
  2000,
  [
    [0, 1, 'greet', 1],
    [0, 2, 'refund', 1340],
  ],
  { ends: { 2: 20 }, merged: { 2: 3 } },
);

describe('describing', () => {
  it('says of a state what is known of it', () => {
    expect(describeState(automaton, 2, 1)).toBe(
      'state 2, system, 1,340 dialogues (67 %), reached by refund, 20 end here, 3 states merged',
    );
    expect(describeState(automaton, 1, 0)).toBe('state 1, user, 1 dialogue (< 0.1 %), reached by greet');
    expect(describeState(automaton, 0, -1)).toBe('start state, 2,000 dialogues (100 %)');
  });

  it('says of a transition its tag, its role and its dialogues', () => {
    expect(describeTransition(automaton, 1)).toBe('refund, system, 1,340 dialogues');
  });

  it('says what is hidden, and how sure the share is', () => {
    const view = {
      shown: Uint8Array.of(1),
      shownCount: 1,
      hiddenCount: 847,
      hiddenShare: 0.32,
      shareIsExact: true,
    };
    expect(describeHidden(view)).toBe('hidden: 847 states (32 % of dialogues)');
    expect(describeHidden({ ...view, shareIsExact: false })).toBe(
      'hidden: 847 states (at most 32 % of dialogues)',
    );
    expect(describeHidden({ ...view, hiddenShare: 1, shareIsExact: false })).toBe('hidden: 847 states');
    expect(describeHidden({ ...view, hiddenCount: 1 })).toBe('hidden: 1 state (32 % of dialogues)');
    expect(describeHidden({ ...view, hiddenCount: 1, hiddenShare: 0 })).toBe(
      'hidden: 1 state, by which no dialogue comes',
    );
    expect(describeHidden({ ...view, hiddenCount: 0 })).toBe('hidden: none');
  });
});
