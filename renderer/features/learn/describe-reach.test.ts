import { describe, expect, it } from 'vitest';
import type { PolicyReach } from '#shared/domain/figures.ts';
import { describeHeldOut, describeStops } from './report.tsx';

const LITERAL: PolicyReach = {
  policy: 'literal',
  routes: 1500,
  routesToEnd: 600,
  turns: 20_000,
  turnsFollowed: 11_000,
  shareOfTurns: 0.55,
  stoppedAtNoTransition: 890,
  stoppedAtUnknownTag: 10,
  stopsByTurn: [100, 50, 750],
  turnsNamed: 0,
  beyondChance: null,
  endedInSmallState: 3,
};

describe('describeHeldOut', () => {
  it('says how many dialogues were held out, and what "followed" means', () => {
    const reach = { heldOutShare: 0.1, heldOut: 150, learnedFrom: 1350, policies: [LITERAL] };
    expect(describeHeldOut(reach)).toBe(
      'Tested on 150 unseen dialogues (10.0 %, always the same ones). The tested automaton was learned from the ' +
        'other 1,350 with the same settings. A turn counts as followed if the automaton has a transition for each of its tags.',
    );
    expect(describeHeldOut({ ...reach, policies: [{ ...LITERAL, policy: 'context' }] })).toContain(
      'for each of its tags. Turns are read backward from the answer.',
    );
  });
});

describe('describeStops', () => {
  it('says where most routes stop', () => {
    expect(describeStops(LITERAL)).toBe(
      'With the matching rule “Exact”, the automaton stops too early in 900 of 1,500 dialogues, most often in turn 3 (750).',
    );
    expect(describeStops({ ...LITERAL, policy: 'context' })).toMatch(/most often 3 turns before the answer/);
    expect(describeStops({ ...LITERAL, stopsByTurn: [...Array(19).fill(0), 4] })).toMatch(/turn 20 or later/);
  });

  it('explains why no route stops in a picture, without calling that the end', () => {
    expect(describeStops({ ...LITERAL, policy: 'overview', stopsByTurn: [] })).toMatch(
      /^After a turn without/,
    );
  });

  it('says that no route stops', () => {
    expect(describeStops({ ...LITERAL, stopsByTurn: [] })).toMatch(
      /the automaton follows every dialogue to the end/,
    );
  });
});
