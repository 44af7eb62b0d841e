import { describe, expect, it } from 'vitest';
import { exampleAutomaton } from '../../../../tests/fixtures/example-automata.ts';
import { describeShown, describeState, describeTransition } from './describe.ts';

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
    expect(describeState(automaton, 2)).toBe(
      'refund (agent, state 2): 1,340 dialogues reach this state (67 %); 20 end here; 1,340 begin here; 3 states of the tag tree are merged.',
    );
    expect(describeState(automaton, 1)).toBe(
      'greet (customer, state 1): 1 dialogue reaches this state (< 0.1 %); 1 begins here.',
    );
    expect(describeState(automaton, 0)).toBe('Start: 2,000 dialogues.');
  });

  it('says of a transition its tag, its role and its dialogues', () => {
    expect(describeTransition(automaton, 1)).toBe('refund, agent, 1,340 dialogues');
  });

  it('says in one sentence what is shown and what is not, and how sure the share is', () => {
    const view = {
      shown: new Uint8Array(900),
      shownCount: 53,
      hiddenCount: 847,
      hiddenShare: 0.32,
      shareIsExact: true,
    };
    const said = (visibility: object, transitions = { shown: 60, all: 1200 }) =>
      describeShown({ visibility: { ...view, ...visibility }, transitions });
    const part = '53 of 900 states and 60 of 1,200 transitions are shown';
    expect(said({})).toBe(`${part}; 32 % of dialogues visit hidden states`);
    expect(said({ shareIsExact: false })).toBe(`${part}; at most 32 % of dialogues visit hidden states`);
    expect(said({ hiddenShare: 1, shareIsExact: false })).toBe(part);
    expect(said({ hiddenShare: 0 })).toBe(`${part}; no dialogue visits hidden states`);
    expect(said({ shown: new Uint8Array(2), hiddenCount: 1 }, { shown: 0, all: 1 })).toBe(
      '1 of 2 states and 0 of 1 transition are shown; 32 % of dialogues visit the hidden state',
    );
  });

  it('never says that nothing is hidden while transitions are', () => {
    const visibility = {
      shown: new Uint8Array(40).fill(1),
      shownCount: 40,
      hiddenCount: 0,
      hiddenShare: 0,
      shareIsExact: true,
    };
    expect(describeShown({ visibility, transitions: { shown: 81, all: 184 } })).toBe(
      'All 40 states and 81 of 184 transitions are shown',
    );
    expect(describeShown({ visibility, transitions: { shown: 184, all: 184 } })).toBe(
      'All 40 states and all 184 transitions are shown',
    );
  });
});
