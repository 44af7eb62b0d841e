import type { Automaton } from '../../../domain/automaton.ts';
import { transitionOf } from './delta.ts';

/**
 * I(q) the other way round: from a state or a transition to its dialogues. Built once, read in no time, also for
 * 50,000 dialogues.
 */
export interface TrackedDialogues {
  /** length = states + 1 */
  readonly stateOffsets: Int32Array;
  /** I(q) = `stateDialogues[stateOffsets[q] … stateOffsets[q+1]-1]`, distinct, ascending; all dialogues for q₀ */
  readonly stateDialogues: Int32Array;
  /** beside each of them, the round (from 0) of its last visit to q; -1 at q₀, which comes before every round */
  readonly lastRounds: Int32Array;
  /** length = transitions + 1 */
  readonly transitionOffsets: Int32Array;
  /** distinct dialogues that took the transition, ascending */
  readonly transitionDialogues: Int32Array;
}

/** Indexes an automaton's paths. Linear in visits and in the logarithm of transitions a state. */
export function trackDialogues(automaton: Automaton): TrackedDialogues {
  const { dialogueCount, pathOffsets, pathStates, pathRounds, pathSymbols } = automaton;
  const stateOffsets = offsetsOf(automaton.support);
  const stateDialogues = new Int32Array(stateOffsets[automaton.stateCount]);
  const lastRounds = new Int32Array(stateDialogues.length);
  const transitionOffsets = offsetsOf(automaton.transitionSupport);
  const transitionDialogues = new Int32Array(transitionOffsets[transitionOffsets.length - 1]);
  // The next free place of each state and transition.
  const statePlaces = stateOffsets.slice();
  const transitionPlaces = transitionOffsets.slice();

  for (let dialogue = 0; dialogue < dialogueCount; dialogue++) {
    stateDialogues[statePlaces[0]] = dialogue;
    lastRounds[statePlaces[0]++] = -1;
    let state = 0;
    for (let visit = pathOffsets[dialogue]; visit < pathOffsets[dialogue + 1]; visit++) {
      const transition = transitionOf(automaton, state, pathSymbols[visit]);
      const lastTaker = transitionPlaces[transition] - 1;
      if (lastTaker < transitionOffsets[transition] || transitionDialogues[lastTaker] !== dialogue) {
        transitionDialogues[transitionPlaces[transition]++] = dialogue;
      }
      state = pathStates[visit];
      const lastVisitor = statePlaces[state] - 1;
      if (lastVisitor < stateOffsets[state] || stateDialogues[lastVisitor] !== dialogue) {
        stateDialogues[statePlaces[state]++] = dialogue;
      }
      lastRounds[statePlaces[state] - 1] = pathRounds[visit];
    }
  }
  return { stateOffsets, stateDialogues, lastRounds, transitionOffsets, transitionDialogues };
}

/** I(q): indexes of the dialogues that visited a state, ascending; a view, not a copy. */
export function dialoguesAtState(tracked: TrackedDialogues, state: number): Int32Array {
  return tracked.stateDialogues.subarray(tracked.stateOffsets[state], tracked.stateOffsets[state + 1]);
}

/** Indexes of the dialogues that took a transition, ascending; a view, not a copy. */
export function dialoguesOnTransition(tracked: TrackedDialogues, transition: number): Int32Array {
  return tracked.transitionDialogues.subarray(
    tracked.transitionOffsets[transition],
    tracked.transitionOffsets[transition + 1],
  );
}

function offsetsOf(counts: Int32Array): Int32Array {
  const offsets = new Int32Array(counts.length + 1);
  counts.forEach((count, at) => {
    offsets[at + 1] = offsets[at] + count;
  });
  return offsets;
}
