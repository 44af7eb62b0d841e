import { transitionOf } from '#shared/algorithms/automaton/reading/transitions.ts';
import { countCovered, countTogether } from '#shared/algorithms/automaton/reading/visits.ts';
import type { PackedGraph } from '#shared/contract/automata.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { TurnFilter } from '#shared/contract/turn-filter.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import type { SymbolInfo } from '#shared/domain/symbols.ts';
import type { Project } from '../../project.ts';
import {
  type AutomatonCache,
  automatonCache,
  automatonSummary,
  type LoadedAutomaton,
  requireTracked,
} from './cache.ts';
import type { AutomatonView, Visit } from './context-view.ts';

/** @param names the states' names, for an automaton without its dialogues */
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

type Place = { readonly state: number } | { readonly from: number; readonly symbol: SymbolInfo };

function requireState(loaded: LoadedAutomaton, state: number): number {
  if (state < loaded.view.structure.stateCount) return state;
  throw new DialogramError('NOT_FOUND', `There is no state ${state} in automaton ${loaded.run}.`, {
    value: String(state),
    nextStep: `Its states are numbered 0 to ${loaded.view.structure.stateCount - 1}.`,
  });
}

export function dialoguesAt(loaded: LoadedAutomaton, place: Place): DialogueId[] {
  const { view, dialogueIds } = requireTracked(loaded);
  const toIds = (indexes: Int32Array): DialogueId[] =>
    Array.from(indexes, (index) => dialogueIds[index] as DialogueId);
  if ('state' in place) return toIds(view.dialoguesAtState(requireState(loaded, place.state)));
  const from = requireState(loaded, place.from);
  const { role, tag } = place.symbol;
  const symbol = view.structure.symbols.findIndex(
    (candidate) => candidate.role === role && candidate.tag === tag,
  );
  const transition = transitionOf(view.structure, from, symbol);
  if (transition === -1) {
    throw new DialogramError(
      'NOT_FOUND',
      `State ${from} has no outgoing transition for the ${ROLE_NAMES[role]} tag #${tag}.`,
      {
        place: `state ${from}`,
        value: `${role} #${tag}`,
      },
    );
  }
  return toIds(view.dialoguesOnTransition(transition));
}

export function countLeaving(loaded: LoadedAutomaton, shown: readonly number[]): number {
  const { view } = requireTracked(loaded);
  const { stateCount, dialogueCount } = view.structure;
  const isShown = new Uint8Array(stateCount);
  for (const state of shown) if (state < stateCount) isShown[state] = 1;
  const leaves = new Uint8Array(dialogueCount);
  for (let state = 0; state < stateCount; state++) {
    if (isShown[state] === 1) continue;
    for (const dialogue of view.dialoguesAtState(state)) leaves[dialogue] = 1;
  }
  return leaves.reduce((count, left) => count + left, 0);
}

export function pathVisits(project: Project, run: RunId | null, dialogue: DialogueId): Visit[] {
  const { view, indexOf } = project.use(automatonCache).load(run);
  const index = indexOf(dialogue);
  return index === undefined ? [] : view.visitsOf(index);
}

export function graphOf(project: Project, run: RunId | null): PackedGraph {
  const { view, run: id, imported } = project.use(automatonCache).load(run);
  const { stale: _, ...summary } = automatonSummary(project.database, id);
  return { summary, ...packGraph(view, imported?.names) };
}

/** Returns the turns that lead into the filter's state, as dialogue and index; undefined if it names no state. */
export function turnsAtState(
  automata: AutomatonCache,
  { state: asked }: TurnFilter,
): (readonly [DialogueId, number])[] | undefined {
  if (asked === null) return undefined;
  const loaded = automata.load(asked.automaton);
  return dialoguesAt(loaded, { state: asked.state }).flatMap((dialogue) => {
    const index = loaded.indexOf(dialogue);
    if (index === undefined) return [];
    const turns = loaded.view.visitsOf(index).filter(({ state }) => state === asked.state);
    return [...new Set(turns.map(({ turn }) => turn))].map((turn) => [dialogue, turn] as const);
  });
}
