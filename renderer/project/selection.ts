import type { MovePattern } from '#shared/contract/analysis.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { SymbolInfo } from '#shared/domain/symbols.ts';
import type { GraphHighlight, GraphSelection } from '../graph/graph-selection.ts';
import { type Step, stateAfter } from './describe.ts';
import { EVERYWHERE, type Place } from './place.ts';

/** Index of a symbol in the graph's list, or -1. */
function symbolIndex(graph: AutomatonGraph, symbol: SymbolInfo): number {
  return graph.symbols.findIndex((other) => other.role === symbol.role && other.tag === symbol.tag);
}

/** What the picture marks as chosen for a place; null for all dialogues or where the graph has no such place. */
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

/** The state at which dialogues leave, where they are held against the automaton that is drawn. */
function leavingState(
  { reference, at }: Extract<Place, { kind: 'misfit' }>,
  graph: AutomatonGraph,
): GraphSelection | null {
  const isDrawn = reference.kind === 'automaton' && reference.automaton === graph.summary.id;
  return isDrawn && at?.state != null ? { kind: 'state', state: at.state } : null;
}

/** The place that a choice in the picture stands for. */
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

interface Looked {
  /** The round that has the focus; null for none. */
  readonly round: number | null;
  /** The round under the pointer; null for none. */
  readonly hovered: number | null;
  readonly pathLit: boolean;
}

/**
 * What of the open dialogue the picture lights: its path where asked for (as far as the round under the
 * pointer, if there is one), else the state that the round looked at reached.
 */
export function highlightOf(
  steps: readonly Step[],
  { round, hovered, pathLit }: Looked,
  graph: AutomatonGraph,
): GraphHighlight | null {
  if (pathLit) {
    const shown = hovered === null ? steps : steps.filter((step) => step.round <= hovered);
    return {
      kind: 'path',
      steps: shown.map((step) => ({ state: step.to, symbol: symbolIndex(graph, step) })),
    };
  }
  const looked = hovered ?? round;
  return looked === null ? null : { kind: 'state', state: stateAfter(steps, looked) };
}

/** What of the graph a place is about as a whole; null where the place is a part of the graph, or of another graph. */
export function litAt(place: Place, graph: AutomatonGraph): GraphHighlight | null {
  if (place.kind === 'pattern') return placesOf(place.pattern, graph);
  return place.kind === 'finding' && place.automaton === graph.summary.id
    ? { kind: 'places', ...place.lit }
    : null;
}

/**
 * Where in the picture dialogues do what a pattern says: the ways by its move with the states they lead to, or the ways
 * by its second move out of the states that the first leads to. Null where the automaton has no such place.
 */
export function placesOf(pattern: MovePattern, graph: AutomatonGraph): GraphHighlight | null {
  const { from, to, symbol } = graph.transitions;
  const waysBy = (move: SymbolInfo) => {
    const wanted = symbolIndex(graph, move);
    return from.flatMap((state, at) => (symbol[at] === wanted ? { from: state, to: to[at]! } : []));
  };
  let ways = waysBy(pattern.move);
  if (pattern.kind === 'starts') ways = ways.filter((way) => way.from === 0);
  if (pattern.kind === 'ends') ways = ways.filter((way) => graph.states.ends[way.to]! > 0);
  if (pattern.kind === 'follows') {
    const reached = new Set(ways.map((way) => way.to));
    ways = waysBy(pattern.next).filter((way) => reached.has(way.from));
  }
  if (ways.length === 0) return null;
  const sources = pattern.kind === 'follows' ? ways.map((way) => way.from) : [];
  return { kind: 'places', states: [...new Set([...sources, ...ways.map((way) => way.to)])], ways };
}
