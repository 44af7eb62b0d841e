import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Following } from '../../graph/automaton-view.tsx';

/** A picture of another size that nobody kept yet. Its graph has an id that no automaton has. */
export interface SizePreview {
  /** The automaton whose size it changes. */
  readonly base: RunId;
  readonly states: number;
  readonly graph: AutomatonGraph;
  /** length = states of the base; the state's number in the preview, -1 if it is gone */
  readonly stateAfter: readonly number[];
  /** Leads from the picture that was drawn before. */
  readonly following: Following;
}

let previews = 0;

/**
 * Returns the preview that follows the base, or an earlier preview of it.
 * @param graph with the id of the base
 */
export function previewAfter(
  earlier: SizePreview | null,
  base: RunId,
  states: number,
  { graph, stateAfter }: { readonly graph: AutomatonGraph; readonly stateAfter: readonly number[] },
): SizePreview {
  previews++;
  const id = -previews as RunId;
  return {
    base,
    states,
    graph: { ...graph, summary: { ...graph.summary, id } },
    stateAfter,
    following: {
      from: earlier?.graph.summary.id ?? base,
      to: id,
      stateAfter: earlier ? inverse(earlier).map((own) => stateAfter[own] ?? -1) : stateAfter,
    },
  };
}

/** Leads from a preview back to its base. */
export const backToBase = (preview: SizePreview): Following => ({
  from: preview.graph.summary.id,
  to: preview.base,
  stateAfter: inverse(preview),
});

/** length = states of the preview; the state of the base, -1 for a new one */
function inverse({ graph, stateAfter }: SizePreview): number[] {
  const before = graph.states.roles.map(() => -1);
  for (const [state, now] of stateAfter.entries()) if (now >= 0) before[now] = state;
  return before;
}

/** The graph of a preview with what people gave to the states of the base: names, colors, groups and positions. */
export function withCarriedNames({ graph, stateAfter }: SizePreview, base: AutomatonGraph): AutomatonGraph {
  const carried = <Value>(column: readonly Value[] | undefined, none: Value): Value[] | undefined => {
    if (!column) return undefined;
    const values = graph.states.roles.map(() => none);
    for (const [state, now] of stateAfter.entries()) if (now >= 0) values[now] = column[state] ?? none;
    return values;
  };
  const { names, colours, phases, places } = base.states;
  if (!names) return graph;
  return {
    ...graph,
    states: {
      ...graph.states,
      names: carried(names, ''),
      colours: carried(colours, ''),
      phases: carried(phases, ''),
      places: carried(places, null),
    },
  };
}
