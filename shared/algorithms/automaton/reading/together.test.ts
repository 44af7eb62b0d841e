import { describe, expect, it } from 'vitest';
import { countTogether } from './visits.ts';

describe('countTogether', () => {
  it('counts a dialogue once on an edge of several transitions, and keeps the counts of single ones', () => {
    const on = [[0, 1, 2], [1, 2, 3], [0], [3]].map((dialogues) => Int32Array.from(dialogues));
    const structure = {
      symbols: [],
      stateCount: 3,
      dialogueCount: 4,
      transitionOffsets: Int32Array.of(0, 3, 4, 4),
      transitionSymbols: Int32Array.of(0, 1, 2, 0),
      transitionTargets: Int32Array.of(1, 1, 2, 2),
      transitionSupport: Int32Array.of(3, 3, 1, 1),
      support: Int32Array.of(4, 4, 2),
      ends: Int32Array.of(0, 2, 2),
      merged: Int32Array.of(1, 1, 1),
      roles: Uint8Array.of(2, 0, 1),
      depths: Int32Array.of(0, 1, 1),
    };
    expect([...countTogether(structure, (transition) => on[transition])]).toEqual([4, 4, 1, 1]);
  });
});
