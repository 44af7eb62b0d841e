import { countCovered, countTogether } from '#shared/algorithms/automaton/reading/visits.ts';
import type { PackedGraph } from '#shared/contract/automata.ts';
import type { AutomatonView } from './context-view.ts';

/** @param names of the states of an automaton whose dialogues are not here */
export function packGraph(view: AutomatonView, names?: readonly string[]): Omit<PackedGraph, 'summary'> {
  const { structure } = view;
  const pack = (column: ArrayLike<number>): string => Array.prototype.join.call(column, ',');
  const { roles, support, ends, merged, depths, main, stateCertainty, transitionCertainty } = structure;
  const from = new Int32Array(structure.transitionTargets.length);
  for (let state = 0; state < structure.stateCount; state++)
    from.fill(state, structure.transitionOffsets[state], structure.transitionOffsets[state + 1]);
  return {
    dialogues: structure.dialogueCount,
    symbols: [...structure.symbols],
    ...(names ? { names: [...names] } : {}),
    states: {
      roles: pack(roles),
      support: pack(support),
      ends: pack(ends),
      merged: pack(merged),
      depths: pack(depths),
      ...(stateCertainty ? { certainty: pack(stateCertainty) } : {}),
    },
    transitions: {
      from: pack(from),
      to: pack(structure.transitionTargets),
      symbol: pack(structure.transitionSymbols),
      support: pack(structure.transitionSupport),
      ...(names ? {} : { together: pack(countTogether(structure, (at) => view.dialoguesOnTransition(at))) }),
      ...(main ? { main: pack(main) } : {}),
      ...(view.paths ? { covered: pack(countCovered(view.paths)) } : {}),
      ...(transitionCertainty ? { certainty: pack(transitionCertainty) } : {}),
    },
  };
}
