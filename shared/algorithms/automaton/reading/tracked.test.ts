import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arbitraryDialogues,
  arbitraryLambda,
  arbitraryTreeOptions,
  buildSymbolCorpus,
  dialogue,
} from '../../../../tests/fixtures/tagged-dialogues.ts';
import type { Automaton } from '../../../domain/automaton.ts';
import { learnPaperAutomaton } from '../learn.ts';
import { dialoguesAtState, dialoguesOnTransition, trackDialogues } from './visits.ts';

/** The turns (from 0, ascending) in which a dialogue visited a state; none for q₀. */
function turnsAtState(automaton: Automaton, state: number, dialogue: number): number[] {
  const turns: number[] = [];
  for (let visit = automaton.pathOffsets[dialogue]; visit < automaton.pathOffsets[dialogue + 1]; visit++) {
    const turn = automaton.pathTurns[visit];
    if (automaton.pathStates[visit] === state && turns[turns.length - 1] !== turn) turns.push(turn);
  }
  return turns;
}

describe('trackDialogues', () => {
  it('lists dialogues by state and by transition, and the turn of the last visit', () => {
    const corpus = buildSymbolCorpus([
      dialogue('a', 'u:x', 's:ok', 'u:x', 's:ok'),
      dialogue('b', 'u:x'),
      dialogue('c', 'u:'),
    ]);
    const { automaton } = learnPaperAutomaton(corpus, {
      tau: 0,
      depth: null,
      continueAt: 'ends',
      lambda: 0.1,
    });
    const tracked = trackDialogues(automaton);
    expect(automaton.stateCount).toBe(3);
    const states = [0, 1, 2].map((state) => [...dialoguesAtState(tracked, state)]);
    expect(states).toEqual([[0, 1, 2], [0, 1], [0]]);
    expect([...tracked.lastTurns]).toEqual([-1, -1, -1, 2, 0, 3]);
    const transitions = [0, 1, 2].map((transition) => [...dialoguesOnTransition(tracked, transition)]);
    expect(transitions).toEqual([[0, 1], [0], [0]]);
    expect(turnsAtState(automaton, 1, 0)).toEqual([0, 2]);
    expect(turnsAtState(automaton, 1, 2)).toEqual([]);
  });

  it('agrees with reading the paths', () => {
    fc.assert(
      fc.property(arbitraryDialogues, arbitraryTreeOptions, arbitraryLambda, (dialogues, options, lambda) => {
        const { automaton } = learnPaperAutomaton(buildSymbolCorpus(dialogues), { ...options, lambda });
        const tracked = trackDialogues(automaton);
        for (let state = 0; state < automaton.stateCount; state++) {
          const all = Array.from({ length: automaton.dialogueCount }, (_, d) => d);
          const expected = all.filter((d) => state === 0 || turnsAtState(automaton, state, d).length > 0);
          expect([...dialoguesAtState(tracked, state)]).toEqual(expected);
          expected.forEach((d, at) => {
            const lastTurn = tracked.lastTurns[tracked.stateOffsets[state] + at];
            expect(lastTurn).toBe(turnsAtState(automaton, state, d).at(-1) ?? -1);
          });
        }
        for (let state = 0; state < automaton.stateCount; state++) {
          for (let t = automaton.transitionOffsets[state]; t < automaton.transitionOffsets[state + 1]; t++) {
            const takers = new Set<number>();
            for (let d = 0; d < automaton.dialogueCount; d++) {
              let at = 0;
              for (let visit = automaton.pathOffsets[d]; visit < automaton.pathOffsets[d + 1]; visit++) {
                if (at === state && automaton.pathSymbols[visit] === automaton.transitionSymbols[t])
                  takers.add(d);
                at = automaton.pathStates[visit];
              }
            }
            expect([...dialoguesOnTransition(tracked, t)]).toEqual([...takers]);
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});
