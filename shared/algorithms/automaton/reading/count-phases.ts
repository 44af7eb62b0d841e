import type { AutomatonStructure } from '../../../domain/automaton.ts';

interface Visitors {
  dialoguesAtState(state: number): Int32Array;
  dialoguesOnTransition(transition: number): Int32Array;
}

/**
 * Counts the distinct dialogues that reach each phase, and those on each transition from or to a phase. Linear.
 * @param phaseOf by state; '' for none
 * @returns a phase is −1 − its index in `phases`; transitions within a phase are left out
 */
export function countPhases(
  { stateCount, transitionOffsets, transitionTargets }: AutomatonStructure,
  visitors: Visitors,
  phaseOf: readonly string[],
) {
  const phases = [...new Set(phaseOf)].filter((phase) => phase !== '');
  const placeOf = new Map(phases.map((phase, at) => [phase, -1 - at]));
  const meant = (state: number): number => placeOf.get(phaseOf[state] ?? '') ?? state;
  const visits = phases.map(() => new Set<number>());
  const transitions = new Map<
    string,
    { readonly from: number; readonly to: number; dialogues: Set<number> }
  >();
  for (let state = 0; state < stateCount; state++) {
    const from = meant(state);
    if (from < 0) for (const dialogue of visitors.dialoguesAtState(state)) visits[-1 - from].add(dialogue);
    for (let transition = transitionOffsets[state]; transition < transitionOffsets[state + 1]; transition++) {
      const to = meant(transitionTargets[transition]);
      if (from === to || (from >= 0 && to >= 0)) continue;
      const key = `${from} ${to}`;
      const found = transitions.get(key) ?? { from, to, dialogues: new Set() };
      transitions.set(key, found);
      for (const dialogue of visitors.dialoguesOnTransition(transition)) found.dialogues.add(dialogue);
    }
  }
  const counted = [...transitions.values()];
  return {
    phases,
    support: visits.map(({ size }) => size),
    transitions: {
      from: counted.map(({ from }) => from),
      to: counted.map(({ to }) => to),
      support: counted.map(({ dialogues }) => dialogues.size),
    },
  };
}
