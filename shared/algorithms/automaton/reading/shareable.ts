import type { AutomatonStructure } from '../../../domain/automaton.ts';
import { formatAmount } from '../../../domain/figure-text.ts';
import { LEAST_SHARED } from '../../../domain/sharing.ts';
import { type PartLimits, restrictAutomaton } from './restrict.ts';

interface ShareablePart {
  readonly structure: AutomatonStructure;
  /** length = states of the part; the number of each in the whole */
  readonly states: Int32Array;
  /** Every state and transition in it has at least this many dialogues. */
  readonly least: number;
  /** It is the part that a picture shows. */
  readonly isShown: boolean;
  readonly statesLeftOut: number;
  readonly transitionsLeftOut: number;
}

/**
 * Returns the part to share: states, transitions and tags with at least `least` dialogues; rarer ends count 0.
 * @param shown what a picture shows of it, if only that is shared
 */
export function shareableAutomaton(
  whole: AutomatonStructure,
  least: number = LEAST_SHARED,
  shown: Pick<PartLimits, 'keepsState' | 'keepsTransition'> = {},
): ShareablePart {
  const limits = { minimumSupport: least, maximumDepth: null, ...shown };
  const { structure, states } = restrictAutomaton(whole, limits);
  return {
    isShown: shown.keepsState !== undefined,
    structure: { ...structure, ends: structure.ends.map((count) => (count < least ? 0 : count)) },
    states,
    least,
    statesLeftOut: whole.stateCount - structure.stateCount,
    transitionsLeftOut: whole.transitionTargets.length - structure.transitionTargets.length,
  };
}

/** "left out: 2 states and 4 transitions with fewer than 5 dialogues". */
export function describeLeftOut({
  least,
  isShown,
  statesLeftOut,
  transitionsLeftOut,
}: ShareablePart): string {
  if (isShown && statesLeftOut + transitionsLeftOut === 0)
    return 'left out: nothing, because all of it is shown';
  if (statesLeftOut + transitionsLeftOut === 0)
    return `left out: nothing, because everything has at least ${least} dialogues`;
  const states = statesLeftOut > 0 && formatAmount(statesLeftOut, 'state');
  const transitions = transitionsLeftOut > 0 && formatAmount(transitionsLeftOut, 'transition');
  const parts = [states, transitions].filter((part) => part !== false).join(' and ');
  if (isShown)
    return `left out: ${parts} that are not shown${least > 1 ? ` or have fewer than ${least} dialogues` : ''}`;
  return `left out: ${parts} with fewer than ${least} dialogues`;
}
