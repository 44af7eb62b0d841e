import type { MovePattern } from '#shared/contract/analysis.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { SymbolInfo } from '#shared/domain/symbols.ts';
import type { GraphHighlight, GraphSelection } from '../graph/graph-selection.ts';
import { type Step, stateAfter } from './describe.ts';
import { EVERYWHERE, type Place } from './place.ts';

function symbolIndex(graph: AutomatonGraph, symbol: SymbolInfo): number {
  return graph.symbols.findIndex((other) => other.role === symbol.role && other.tag === symbol.tag);
}

/** Returns what the picture selects for a place; null for all dialogues, or if the picture does not have the place. */
export function selectionOf(place: Place, graph: AutomatonGraph): GraphSelection | null {
  if (place.kind === 'state') {
    return place.state < graph.states.support.length ? { kind: 'state', state: place.state } : null;
  }
  if (place.kind === 'box') return place;
  if (place.kind === 'misfit') return leavingState(place, graph);
  if (place.kind !== 'transition') return null;
  const symbol = symbolIndex(graph, place.symbol);
  return symbol < 0 ? null : { kind: 'transition', from: place.from, to: place.to, symbol };
}

function leavingState(
  { reference, at }: Extract<Place, { kind: 'misfit' }>,
  graph: AutomatonGraph,
): GraphSelection | null {
  const isDrawn = reference.kind === 'automaton' && reference.automaton === graph.summary.id;
  return isDrawn && at?.state != null ? { kind: 'state', state: at.state } : null;
}

export function placeOf(selection: GraphSelection | null, graph: AutomatonGraph): Place {
  if (selection === null) return EVERYWHERE;
  if (selection.kind !== 'transition') return selection;
  return {
    kind: 'transition',
    from: selection.from,
    to: selection.to,
    symbol: graph.symbols[selection.symbol]!,
  };
}

interface TurnFocus {
  readonly turn: number | null;
  readonly hovered: number | null;
  readonly pathLit: boolean;
}

/** Returns the path up to the turn under the pointer, if paths are shown; otherwise the state of the current turn. */
export function highlightOf(
  steps: readonly Step[],
  { turn, hovered, pathLit }: TurnFocus,
  graph: AutomatonGraph,
): GraphHighlight | null {
  if (pathLit) {
    const shown = hovered === null ? steps : steps.filter((step) => step.turn <= hovered);
    return {
      kind: 'path',
      steps: shown.map((step) => ({ state: step.to, symbol: symbolIndex(graph, step) })),
    };
  }
  const looked = hovered ?? turn;
  return looked === null ? null : { kind: 'state', state: stateAfter(steps, looked) };
}

export function litAt(place: Place, graph: AutomatonGraph): GraphHighlight | null {
  if (place.kind === 'pattern') return placesOf(place.pattern, graph);
  return place.kind === 'finding' && place.automaton === graph.summary.id
    ? { kind: 'places', ...place.lit }
    : null;
}

/**
 * Returns the transitions of the pattern's move with their targets; for `follows`, those of the second move from there.
 */
export function placesOf(pattern: MovePattern, graph: AutomatonGraph): GraphHighlight | null {
  const { from, to, symbol } = graph.transitions;
  const transitionsBy = (move: SymbolInfo) => {
    const wanted = symbolIndex(graph, move);
    return from.flatMap((state, at) => (symbol[at] === wanted ? { from: state, to: to[at]! } : []));
  };
  let transitions = transitionsBy(pattern.move);
  if (pattern.kind === 'starts') transitions = transitions.filter((transition) => transition.from === 0);
  if (pattern.kind === 'ends')
    transitions = transitions.filter((transition) => graph.states.ends[transition.to]! > 0);
  if (pattern.kind === 'follows') {
    const reached = new Set(transitions.map((transition) => transition.to));
    transitions = transitionsBy(pattern.next).filter((transition) => reached.has(transition.from));
  }
  if (transitions.length === 0) return null;
  const sources = pattern.kind === 'follows' ? transitions.map((transition) => transition.from) : [];
  return {
    kind: 'places',
    states: [...new Set([...sources, ...transitions.map((transition) => transition.to)])],
    transitions,
  };
}
