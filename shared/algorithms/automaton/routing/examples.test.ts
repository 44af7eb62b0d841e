import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arbitraryDialogues,
  buildSymbolCorpus,
  copies,
  dialogue,
} from '../../../../tests/fixtures/tagged-dialogues.ts';
import type { TaggedDialogue } from '../../../domain/symbols.ts';
import { learnPaperAutomaton } from '../learn.ts';
import { dialoguesAtState, trackDialogues } from '../reading/visits.ts';
import { nextSystemTurn, sampleSystemTurns } from './examples.ts';

function track(dialogues: readonly TaggedDialogue[], lambda: number | null = null) {
  const corpus = buildSymbolCorpus(dialogues);
  const options = { tau: 0, depth: null, continueAt: 'ends', lambda } as const;
  const { automaton } = learnPaperAutomaton(corpus, options);
  return { corpus, automaton, tracked: trackDialogues(automaton) };
}

describe('drawing examples', () => {
  // 1 #rare, 2 #usual
  const { corpus, tracked } = track([
    ...copies(2, 'r', 'u:rare', 's:ok'),
    ...copies(50, 'u', 'u:usual', 's:ok'),
  ]);

  it('draws different dialogues of the state, the same for the same seed', () => {
    const drawn = sampleSystemTurns(tracked, corpus, 2, { count: 5, seed: 7 });
    expect(new Set(drawn.map(({ dialogue }) => dialogue)).size).toBe(5);
    expect(drawn.every(({ dialogue, state }) => state === 2 && dialogue >= 2 && dialogue < 52)).toBe(true);
    expect(sampleSystemTurns(tracked, corpus, 2, { count: 5, seed: 7 })).toEqual(drawn);
    expect(sampleSystemTurns(tracked, corpus, 2, { count: 5, seed: 8 })).not.toEqual(drawn);
  });

  it('returns fewer if there are fewer', () => {
    const drawn = sampleSystemTurns(tracked, corpus, 1, { count: 5, seed: 1 });
    expect(drawn.map(({ dialogue }) => dialogue).sort()).toEqual([0, 1]);
  });

  it('never draws an excluded dialogue', () => {
    const excluded = new Set(Array.from({ length: 48 }, (_, index) => index + 2));
    const drawn = sampleSystemTurns(tracked, corpus, 2, { count: 5, seed: 1, excluded });
    expect(drawn.map(({ dialogue }) => dialogue).sort()).toEqual([50, 51]);
  });

  it('draws each dialogue equally often', () => {
    const counts = new Map<number, number>();
    for (let seed = 0; seed < 4000; seed++) {
      for (const { dialogue } of sampleSystemTurns(tracked, corpus, 2, { count: 5, seed })) {
        counts.set(dialogue, (counts.get(dialogue) ?? 0) + 1);
      }
    }
    // 4,000 · 5 / 50 = 400 each, within five standard deviations.
    expect(counts.size).toBe(50);
    for (const count of counts.values()) expect(Math.abs(count - 400)).toBeLessThan(5 * Math.sqrt(360));
  });
});

describe('sampleSystemTurns', () => {
  it('returns the system turn after the last visit, and leaves out dialogues without one', () => {
    const { corpus, automaton, tracked } = track(
      [
        dialogue('a', 'u:x', 's:ok', 'u:x', 's:ok', 'u:', 's:bye'),
        dialogue('b', 'u:x', 's:ok', 'u:x'),
        dialogue('c', 's:hello', 'u:x', 's:ok'),
      ],
      0.1,
    );
    const state = automaton.transitionTargets[automaton.transitionOffsets[1] - 1];
    const drawn = sampleSystemTurns(tracked, corpus, state, { count: 5, seed: 1 });
    const found = drawn.map(({ dialogue, turn }) => [dialogue, turn]).sort();
    expect([...dialoguesAtState(tracked, state)]).toEqual([0, 1, 2]);
    expect(found).toEqual([
      [0, 3],
      [2, 2],
    ]);
  });

  it('starts before the first turn at q₀', () => {
    const { corpus, tracked } = track([dialogue('a', 's:hello', 'u:x', 's:ok'), dialogue('b', 'u:x')]);
    expect(sampleSystemTurns(tracked, corpus, 0, { count: 5, seed: 1 })).toEqual([
      { dialogue: 0, state: 0, turn: 0 },
    ]);
  });

  it('returns only system turns after every visit, and all of them if enough are requested', () => {
    fc.assert(
      fc.property(arbitraryDialogues, fc.nat(), (dialogues, seed) => {
        const { corpus, automaton, tracked } = track(dialogues, 0.1);
        for (let state = 0; state < automaton.stateCount; state++) {
          const drawn = sampleSystemTurns(tracked, corpus, state, { count: 100, seed });
          const expected = [...dialoguesAtState(tracked, state)].filter((d, at) => {
            const lastTurn = tracked.lastTurns[tracked.stateOffsets[state] + at];
            return nextSystemTurn(corpus, d, lastTurn) !== -1;
          });
          expect(drawn.map(({ dialogue }) => dialogue).sort((a, b) => a - b)).toEqual(expected);
          for (const { dialogue, turn } of drawn) {
            expect(corpus.turnRoles[corpus.turnOffsets[dialogue] + turn]).toBe(0);
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});
