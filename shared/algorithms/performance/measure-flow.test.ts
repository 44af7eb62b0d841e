import { describe, expect, it } from 'vitest';
import type { Automaton } from '../../domain/automaton.ts';
import { type FlowSubject, measureFlow } from './measure-flow.ts';

const automaton: Automaton = {
  symbols: [
    { role: 'user', tag: 'ask' },
    { role: 'system', tag: 'answer' },
    { role: 'user', tag: 'close' },
  ],
  stateCount: 4,
  dialogueCount: 3,
  transitionOffsets: Int32Array.of(0, 1, 2, 4, 4),
  transitionSymbols: Int32Array.of(0, 1, 0, 2),
  transitionTargets: Int32Array.of(1, 2, 1, 3),
  transitionSupport: Int32Array.of(3, 2, 1, 1),
  support: Int32Array.of(3, 3, 2, 1),
  ends: Int32Array.of(0, 1, 1, 1),
  merged: Int32Array.of(1, 1, 1, 1),
  roles: Uint8Array.of(2, 1, 0, 1),
  depths: Int32Array.of(0, 1, 2, 3),
  pathOffsets: Int32Array.of(0, 3, 7, 8),
  pathStates: Int32Array.of(1, 2, 3, 1, 2, 1, 2, 1),
  pathTurns: Int32Array.of(0, 1, 2, 0, 1, 2, 3, 0),
  pathSymbols: Int32Array.of(0, 1, 2, 0, 1, 0, 1, 0),
};
const subject: FlowSubject = {
  isTaken: () => true,
  waits: 'both',
  times: {
    offsets: Int32Array.of(0, 3, 7, 8),
    // The agent answers after 10, 20 and 60 s, the customer after 5 and 100 s.
    starts: Float64Array.of(0, 10, 16, 0, 20, 121, 182, Number.NaN),
    ends: Float64Array.of(0, 11, 16, 0, 21, 122, 190, Number.NaN),
  },
  lastTurns: Int32Array.of(2, 3, 0),
  isAbandoned: (dialogue) => dialogue !== 0,
  outcomes: Int8Array.of(1, 0, -1),
  numbers: Float64Array.of(4, 1, Number.NaN),
};

describe('measureFlow', () => {
  it('counts dialogues once and visits each time', () => {
    const { dialogues, states, transitions } = measureFlow(automaton, subject);
    expect(dialogues).toBe(3);
    expect([...states.dialogues]).toEqual([3, 3, 2, 1]);
    expect([...states.visits]).toEqual([0, 4, 3, 1]);
    expect(
      Array.from(
        transitions.from,
        (from, transition) => `${from}-${transitions.to[transition]} ${transitions.visits[transition]}`,
      ),
    ).toEqual(['0-1 3', '1-2 3', '2-3 1', '2-1 1']);
    // One of the four visits to state 1 and one of the three to state 2 are the last of their dialogues.
    expect([...transitions.exits]).toEqual([1, 3 / 4, 1 / 3, 1 / 3]);
  });

  it('times only the waits of customers, or only those of agents', () => {
    const [asked, answered] = [1, 2];
    const medians = (waits: FlowSubject['waits']) =>
      [asked, answered].map((state) => measureFlow(automaton, { ...subject, waits }).states.median[state]);
    expect(medians('customer')).toEqual([20, Number.NaN]);
    expect(medians('agent')).toEqual([Number.NaN, 52.5]);
    expect(medians('both')).toEqual([20, 52.5]);
  });

  it('times the waits of a state and of a transition, by percentiles between the nearest', () => {
    const { states, transitions } = measureFlow(automaton, subject);
    expect(states.median[1]).toBe(20);
    expect(states.p90[1]).toBe(20 + 0.8 * (60 - 20));
    expect(states.total[1]).toBe(90);
    expect(states.median[2]).toBe((5 + 100) / 2);
    expect(transitions.median[2]).toBe(5);
    expect(transitions.median[3]).toBe(100);
    expect(states.median[3]).toBeNaN();
    expect(states.duration[3]).toBe(16);
    expect(states.duration[1]).toBe((16 + 190) / 2);
  });

  it('marks where abandoned dialogues end, and which places they came by', () => {
    const { states, transitions } = measureFlow(automaton, subject);
    expect([...states.ends]).toEqual([0, 1, 1, 1]);
    expect([...states.dropOffs]).toEqual([0, 1, 1, 0]);
    expect(states.dropped[1]).toBe(2);
    expect([...transitions.dropped]).toEqual([2, 1, 0, 1]);
  });

  it('has outcome and mean of those that are known', () => {
    const { states } = measureFlow(automaton, subject);
    expect(states.good[1]).toBe(0.5);
    expect(states.good[3]).toBe(1);
    expect(states.mean[1]).toBe(2.5);
    expect(states.turns[1]).toBeCloseTo((3 + 4 + 1) / 3);
  });

  it('looks at the dialogues that are asked for alone', () => {
    const { dialogues, states, transitions } = measureFlow(automaton, {
      ...subject,
      isTaken: (at) => at === 1,
    });
    expect(dialogues).toBe(1);
    expect([...states.dialogues]).toEqual([1, 1, 1, 0]);
    expect([...transitions.visits]).toEqual([1, 2, 1]);
  });

  it('knows no time where none is told', () => {
    const { states } = measureFlow(automaton, { ...subject, times: null });
    expect(states.median.every(Number.isNaN)).toBe(true);
    expect(states.duration.every(Number.isNaN)).toBe(true);
  });

  it('times a wait to the next turn, even if the path passes over it', () => {
    // The second dialogue without its first answer: ask (1), then ask again (1).
    const passing: Automaton = {
      ...automaton,
      pathOffsets: Int32Array.of(0, 3, 6, 7),
      pathStates: Int32Array.of(1, 2, 3, 1, 1, 2, 1),
      pathTurns: Int32Array.of(0, 1, 2, 0, 2, 3, 0),
      pathSymbols: Int32Array.of(0, 1, 2, 0, 0, 1, 0),
    };
    const { states, transitions } = measureFlow(passing, { ...subject, waits: 'customer' });
    expect(states.median[1]).toBe(20);
    const again = transitions.from.findIndex(
      (from, transition) => from === 1 && transitions.to[transition] === 1,
    );
    expect(transitions.visits[again]).toBe(1);
    expect(transitions.median[again]).toBeNaN();
  });
});
