import type { AutomatonStructure } from '../../../domain/automaton.ts';
import { formatAmount } from '../../../domain/figure-text.ts';
import { LEAST_SHARED } from '../../../domain/sharing.ts';
import { restrictAutomaton } from './restrict.ts';

interface ShareablePart {
  readonly structure: AutomatonStructure;
  /** length = states of the part; the number of each in the whole */
  readonly states: Int32Array;
  /** Every state and transition in it has at least this many dialogues. */
  readonly least: number;
  readonly statesLeftOut: number;
  readonly transitionsLeftOut: number;
}

/** Returns the part to share: states, transitions and tags with at least `least` dialogues; rarer ends count 0. */
export function shareableAutomaton(whole: AutomatonStructure, least: number = LEAST_SHARED): ShareablePart {
  const { structure, states } = restrictAutomaton(whole, { minimumSupport: least, maximumDepth: null });
  return {
    structure: { ...structure, ends: structure.ends.map((count) => (count < least ? 0 : count)) },
    states,
    least,
    statesLeftOut: whole.stateCount - structure.stateCount,
    transitionsLeftOut: whole.transitionTargets.length - structure.transitionTargets.length,
  };
}

/** "left out: 2 states and 4 transitions with fewer than 5 dialogues". */
export function describeLeftOut({ least, statesLeftOut, transitionsLeftOut }: ShareablePart): string {
  if (statesLeftOut + transitionsLeftOut === 0)
    return `left out: nothing, because everything has at least ${least} dialogues`;
  const states = statesLeftOut > 0 && formatAmount(statesLeftOut, 'state');
  const transitions = transitionsLeftOut > 0 && formatAmount(transitionsLeftOut, 'transition');
  const parts = [states, transitions].filter((part) => part !== false).join(' and ');
  return `left out: ${parts} with fewer than ${least} dialogues`;
}
