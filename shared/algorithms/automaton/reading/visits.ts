import { append } from '../../../domain/append.ts';
import type { Automaton, AutomatonStructure } from '../../../domain/automaton.ts';
import { transitionLookup } from './transitions.ts';

export const isFromStart = ({ isFromStart: all }: Automaton, dialogue: number): boolean =>
  all === undefined || all[dialogue] === 1;

export function countCovered(automaton: Automaton): Int32Array {
  const { dialogueCount, pathOffsets, pathStates, pathSymbols, transitionSupport } = automaton;
  const taken = transitionLookup(automaton);
  const withWeakest = new Int32Array(dialogueCount + 1);
  for (let dialogue = 0; dialogue < dialogueCount; dialogue++) {
    let weakest = dialogueCount;
    let state = 0;
    for (let visit = pathOffsets[dialogue]; visit < pathOffsets[dialogue + 1]; visit++) {
      if (state !== 0 || isFromStart(automaton, dialogue))
        weakest = Math.min(weakest, transitionSupport[taken(state, pathSymbols[visit])]);
      state = pathStates[visit];
    }
    withWeakest[weakest]++;
  }
  const above = new Int32Array(dialogueCount + 1);
  for (let support = dialogueCount - 1; support >= 0; support--)
    above[support] = above[support + 1] + withWeakest[support + 1];
  return transitionSupport.map((support) => Math.floor((1000 * above[support]) / Math.max(1, dialogueCount)));
}

export interface TrackedDialogues {
  /** length = states + 1 */
  readonly stateOffsets: Int32Array;
  /** I(q) = `stateDialogues[stateOffsets[q] … stateOffsets[q+1]-1]`, distinct, ascending; all dialogues for q₀ */
  readonly stateDialogues: Int32Array;
  /** for each of them, the turn (from 0) of its last visit to q; -1 at q₀, which is before every turn */
  readonly lastTurns: Int32Array;
  readonly transitionOffsets: Int32Array;
  /** distinct dialogues that took the transition, ascending */
  readonly transitionDialogues: Int32Array;
}

/** Indexes an automaton's paths. Linear in the visits; with many states, each visit costs the log of its state's transitions. */
export function trackDialogues(automaton: Automaton): TrackedDialogues {
  const { dialogueCount, pathOffsets, pathStates, pathTurns, pathSymbols } = automaton;
  const stateOffsets = offsetsOf(automaton.support);
  const stateDialogues = new Int32Array(stateOffsets[automaton.stateCount]);
  const lastTurns = new Int32Array(stateDialogues.length);
  const transitionOffsets = offsetsOf(automaton.transitionSupport);
  const transitionDialogues = new Int32Array(transitionOffsets[transitionOffsets.length - 1]);
  const nextAtState = stateOffsets.slice();
  const nextOnTransition = transitionOffsets.slice();
  const taken = transitionLookup(automaton);

  for (let dialogue = 0; dialogue < dialogueCount; dialogue++) {
    stateDialogues[nextAtState[0]] = dialogue;
    lastTurns[nextAtState[0]++] = -1;
    let state = 0;
    for (let visit = pathOffsets[dialogue]; visit < pathOffsets[dialogue + 1]; visit++) {
      const transition = taken(state, pathSymbols[visit]);
      const lastTaker = nextOnTransition[transition] - 1;
      const isNew = lastTaker < transitionOffsets[transition] || transitionDialogues[lastTaker] !== dialogue;
      if (isNew && (state !== 0 || isFromStart(automaton, dialogue)))
        transitionDialogues[nextOnTransition[transition]++] = dialogue;
      state = pathStates[visit];
      const lastVisitor = nextAtState[state] - 1;
      if (lastVisitor < stateOffsets[state] || stateDialogues[lastVisitor] !== dialogue) {
        stateDialogues[nextAtState[state]++] = dialogue;
      }
      lastTurns[nextAtState[state] - 1] = pathTurns[visit];
    }
  }
  return { stateOffsets, stateDialogues, lastTurns, transitionOffsets, transitionDialogues };
}

export function dialoguesAtState(tracked: TrackedDialogues, state: number): Int32Array {
  return tracked.stateDialogues.subarray(tracked.stateOffsets[state], tracked.stateOffsets[state + 1]);
}

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

/** By transition: the distinct dialogues on all transitions between its two states, drawn as one edge. */
export function countTogether(
  { stateCount, dialogueCount, transitionOffsets, transitionTargets, transitionSupport }: AutomatonStructure,
  dialoguesOn: (transition: number) => Int32Array,
): Int32Array {
  const together = transitionSupport.slice();
  const seenBy = new Int32Array(dialogueCount).fill(-1);
  for (let state = 0; state < stateCount; state++) {
    const byTarget = new Map<number, number[]>();
    for (let at = transitionOffsets[state]; at < transitionOffsets[state + 1]; at++) {
      const target = transitionTargets[at];
      append(byTarget, target, at);
    }
    for (const beside of byTarget.values()) {
      if (beside.length === 1) continue;
      let count = 0;
      for (const transition of beside)
        for (const dialogue of dialoguesOn(transition)) {
          if (seenBy[dialogue] === beside[0]) continue;
          seenBy[dialogue] = beside[0];
          count++;
        }
      for (const transition of beside) together[transition] = count;
    }
  }
  return together;
}

interface VisitShare {
  readonly state: number;
  readonly share: number;
}

/** Returns the state with the largest share of (dialogue, turn) visits, without q₀; ties: smaller state. */
export function mostVisitedState(automaton: Automaton): VisitShare {
  const known = mostVisitedOf.get(automaton) ?? findMostVisited(automaton);
  mostVisitedOf.set(automaton, known);
  return known;
}

const mostVisitedOf = new WeakMap<Automaton, VisitShare>();

function findMostVisited(automaton: Automaton): VisitShare {
  const { pathOffsets, pathStates, pathTurns, pathDialogues } = automaton;
  const visits = new Float64Array(automaton.stateCount);
  let total = 0;
  for (let dialogue = 0; dialogue + 1 < pathOffsets.length; dialogue++) {
    const count = pathDialogues === undefined ? 1 : pathDialogues[dialogue];
    const start = pathOffsets[dialogue];
    for (let visit = start; visit < pathOffsets[dialogue + 1]; visit++) {
      const state = pathStates[visit];
      const turn = pathTurns[visit];
      // Visits are in the order of turns.
      let earlier = visit - 1;
      while (earlier >= start && pathTurns[earlier] === turn && pathStates[earlier] !== state) earlier--;
      if (earlier >= start && pathTurns[earlier] === turn) continue;
      visits[state] += count;
      total += count;
    }
  }
  let state = 0;
  for (let other = 1; other < automaton.stateCount; other++) {
    if (visits[other] > visits[state]) state = other;
  }
  return { state, share: total === 0 ? 0 : visits[state] / total };
}
