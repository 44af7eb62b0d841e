import type { Automaton } from '../../../domain/automaton.ts';

interface MostVisited {
  /** 0 (which is q₀) if there is no visit. */
  readonly state: number;
  /** 0 … 1; 0 if there is no visit */
  readonly share: number;
}

/**
 * The state with the largest share of the (dialogue, turn) visits, q₀ left out; ties go to the smaller state.
 *
 * A state that a dialogue visits twice in one turn, through a loop, counts once.
 */
export function mostVisitedState(automaton: Automaton): MostVisited {
  const known = mostVisitedOf.get(automaton) ?? findMostVisited(automaton);
  mostVisitedOf.set(automaton, known);
  return known;
}

/** An automaton never changes; its report and its alarms ask. */
const mostVisitedOf = new WeakMap<Automaton, MostVisited>();

function findMostVisited(automaton: Automaton): MostVisited {
  const { pathOffsets, pathStates, pathRounds } = automaton;
  const visits = new Int32Array(automaton.stateCount);
  const lastDialogues = new Int32Array(automaton.stateCount).fill(-1);
  const lastRounds = new Int32Array(automaton.stateCount).fill(-1);
  let total = 0;
  for (let dialogue = 0; dialogue < automaton.dialogueCount; dialogue++) {
    for (let visit = pathOffsets[dialogue]; visit < pathOffsets[dialogue + 1]; visit++) {
      const state = pathStates[visit];
      if (lastDialogues[state] === dialogue && lastRounds[state] === pathRounds[visit]) continue;
      lastDialogues[state] = dialogue;
      lastRounds[state] = pathRounds[visit];
      visits[state]++;
      total++;
    }
  }
  let state = 0;
  for (let other = 1; other < automaton.stateCount; other++) {
    if (visits[other] > visits[state]) state = other;
  }
  return { state, share: total === 0 ? 0 : visits[state] / total };
}
