import { describe, expect, it } from 'vitest';
import { buildSymbolCorpus, copies } from '../../../../tests/fixtures/tagged-dialogues.ts';
import { automatonAlarms, unreachableStates } from '../alarms.ts';
import { DEFAULT_PAPER_OPTIONS, learnPaperAutomaton } from '../learn.ts';
import { mostVisitedState } from '../reading/visits.ts';
import { measureReach } from './reach.ts';
import type { RouteTurn } from './route.ts';

const user = (...tags: string[]): RouteTurn => ({ role: 'user', tags });
const system = (...tags: string[]): RouteTurn => ({ role: 'system', tags });

const learn = (dialogues: ReturnType<typeof copies>, lambda: number | null = null) =>
  learnPaperAutomaton(buildSymbolCorpus(dialogues), { ...DEFAULT_PAPER_OPTIONS, tau: 0, lambda }).automaton;

/** 1 #x (8 dialogues), 2 #y (2); 3 #ok below 1. */
const automaton = learn([...copies(8, 'a', 'u:x', 's:ok'), ...copies(2, 'b', 'u:y')]);

const heldOut = [
  [user('x'), system('ok')],
  [user('x'), system('sorry')],
  [user('x'), system('sorry'), user('x')],
  [user('y'), system('ok')],
  [user('new')],
];

describe('measureReach', () => {
  it('counts how far routes get, where they stop and why', () => {
    expect(measureReach(automaton, heldOut, 'literal')).toEqual({
      dialogues: 5,
      dialoguesFollowed: 1,
      turns: 10,
      turnsFollowed: 5,
      shareOfTurns: 0.5,
      stops: { 'end-of-dialogue': 1, 'no-transition': 1, 'unknown-tag': 3 },
      stopsByTurn: [1, 3],
      endedInSmallState: 1,
    });
  });

  it('counts the followed turns of a resuming route, which never stops', () => {
    expect(measureReach(automaton, heldOut, 'resume')).toMatchObject({
      stops: { 'end-of-dialogue': 5, 'no-transition': 0, 'unknown-tag': 0 },
      turnsFollowed: 5,
    });
  });

  it('counts a turn without tags as followed, until the route stops', () => {
    const dialogue = [user(), user('new'), user()];
    expect(measureReach(automaton, [dialogue], 'greedy')).toMatchObject({ turns: 3, turnsFollowed: 1 });
  });

  it('calls a state small if it has fewer than five dialogues', () => {
    const sizes = learn([...copies(5, 'five', 'u:five'), ...copies(4, 'four', 'u:four')]);
    const { endedInSmallState } = measureReach(sizes, [[user('five')], [user('four')]], 'literal');
    expect(endedInSmallState).toBe(1);
  });

  it('works without dialogues', () => {
    expect(measureReach(automaton, [], 'literal')).toMatchObject({
      dialogues: 0,
      shareOfTurns: 1,
    });
  });
});

describe('mostVisitedState', () => {
  it('returns its share of all (dialogue, turn) visits, without q₀', () => {
    expect(mostVisitedState(automaton)).toEqual({ state: 1, share: 8 / 18 });
  });

  it('counts a visit once per turn', () => {
    // #a and #b of one turn both lead back to the state.
    const loops = {
      ...automaton,
      dialogueCount: 1,
      pathOffsets: Int32Array.of(0, 3),
      pathStates: Int32Array.of(1, 1, 3),
      pathTurns: Int32Array.of(0, 0, 1),
    };
    expect(mostVisitedState(loops)).toEqual({ state: 1, share: 0.5 });
  });

  it('is q₀ with a share of 0 without visits', () => {
    expect(mostVisitedState(learn([]))).toEqual({ state: 0, share: 0 });
  });
});

describe('automatonAlarms', () => {
  it('are empty if visits are spread and every state is reached', () => {
    expect(automatonAlarms(automaton)).toEqual([]);
  });

  it('name a state with most of the visits', () => {
    const merged = learn(
      ['a', 'b', 'c'].flatMap((tag) => copies(2, tag, `u:${tag}`, 'u:ok', 'u:ok', 's:bye')),
      0.1,
    );
    const [alarm] = automatonAlarms(merged);
    expect(alarm).toMatchObject({ kind: 'swallowing-state', state: 1, share: 0.75 });
    expect(alarm.message).toContain('State 1 has 75 % of all visits');
  });

  it('name states that no dialogue reaches', () => {
    const cutOff = { ...automaton, transitionTargets: automaton.transitionTargets.map(() => 1) };
    expect(unreachableStates(cutOff)).toEqual([2, 3]);
    expect(automatonAlarms(cutOff)).toMatchObject([
      { kind: 'unreachable-states', states: [2, 3], message: 'No dialogue can reach 2 of 4 states (2, 3).' },
    ]);
  });
});
