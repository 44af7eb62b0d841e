import type { Automaton } from '../../../domain/automaton.ts';
import { transitionOf } from './delta.ts';

/**
 * The dialogues tracked at each state and transition. Built once from the paths; then a look-up takes no time.
 */
export interface TrackedDialogues {
  /** length = states + 1 */
  readonly stateOffsets: Int32Array;
  /** I(q) = `stateDialogues[stateOffsets[q] … stateOffsets[q+1]-1]`, distinct, ascending; all dialogues for q₀ */
  readonly stateDialogues: Int32Array;
  /** for each of them, the turn (from 0) of its last visit to q; -1 at q₀, which is before every turn */
  readonly lastRounds: Int32Array;
  /** length = transitions + 1 */
  readonly transitionOffsets: Int32Array;
  /** distinct dialogues that took the transition, ascending */
  readonly transitionDialogues: Int32Array;
}

/** Indexes an automaton's paths. O(visits · log of the transitions of a state). */
export function trackDialogues(automaton: Automaton): TrackedDialogues {
  const { dialogueCount, pathOffsets, pathStates, pathRounds, pathSymbols } = automaton;
  const stateOffsets = offsetsOf(automaton.support);
  const stateDialogues = new Int32Array(stateOffsets[automaton.stateCount]);
  const lastRounds = new Int32Array(stateDialogues.length);
  const transitionOffsets = offsetsOf(automaton.transitionSupport);
  const transitionDialogues = new Int32Array(transitionOffsets[transitionOffsets.length - 1]);
  // The next free index for each state and transition.
  const nextAtState = stateOffsets.slice();
  const nextOnTransition = transitionOffsets.slice();

  for (let dialogue = 0; dialogue < dialogueCount; dialogue++) {
    stateDialogues[nextAtState[0]] = dialogue;
    lastRounds[nextAtState[0]++] = -1;
    let state = 0;
    for (let visit = pathOffsets[dialogue]; visit < pathOffsets[dialogue + 1]; visit++) {
      const transition = transitionOf(automaton, state, pathSymbols[visit]);
      const lastTaker = nextOnTransition[transition] - 1;
      if (lastTaker < transitionOffsets[transition] || transitionDialogues[lastTaker] !== dialogue) {
        transitionDialogues[nextOnTransition[transition]++] = dialogue;
      }
      state = pathStates[visit];
      const lastVisitor = nextAtState[state] - 1;
      if (lastVisitor < stateOffsets[state] || stateDialogues[lastVisitor] !== dialogue) {
        stateDialogues[nextAtState[state]++] = dialogue;
      }
      lastRounds[nextAtState[state] - 1] = pathRounds[visit];
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
