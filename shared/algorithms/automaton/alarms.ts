import type { Automaton, AutomatonStructure } from '../../domain/automaton.ts';
import { formatShare } from '../../domain/figure-text.ts';
import { mostVisitedState } from './reading/visits.ts';

type Alarm =
  | {
      readonly kind: 'swallowing-state';
      readonly state: number;
      /** Share of all (dialogue, turn) visits, 0 … 1. */
      readonly share: number;
      readonly message: string;
    }
  | { readonly kind: 'unreachable-states'; readonly states: readonly number[]; readonly message: string };

/** A state with a larger share of the visits has more than all others together. */
const SWALLOWING_SHARE = 0.5;

export function automatonAlarms(automaton: Automaton): Alarm[] {
  const alarms: Alarm[] = [];
  const { state, share } = mostVisitedState(automaton);
  if (share > SWALLOWING_SHARE && automaton.stateCount > 2) {
    alarms.push({
      kind: 'swallowing-state',
      state,
      share,
      message: `State ${state} has ${formatShare(share, { rough: true })} of all visits, so the automaton hardly distinguishes between turns. Raise lambda, or do not merge states.`,
    });
  }
  const states = unreachableStates(automaton);
  if (states.length > 0) {
    const first = states.slice(0, 5).join(', ');
    alarms.push({
      kind: 'unreachable-states',
      states,
      message: `No dialogue can reach ${states.length} of ${automaton.stateCount} states (${first}${states.length > 5 ? ', …' : ''}).`,
    });
  }
  return alarms;
}

export function unreachableStates(automaton: AutomatonStructure): number[] {
  const reached = new Set([0]);
  for (const state of reached) {
    for (let t = automaton.transitionOffsets[state]; t < automaton.transitionOffsets[state + 1]; t++) {
      reached.add(automaton.transitionTargets[t]);
    }
  }
  const unreachable: number[] = [];
  for (let state = 0; state < automaton.stateCount; state++) if (!reached.has(state)) unreachable.push(state);
  return unreachable;
}
