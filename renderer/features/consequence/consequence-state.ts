import { useCallback, useEffect } from 'react';
import { create } from 'zustand';
import { type AutomatonGraph, type AutomatonSummary, readGraph } from '#shared/contract/automata.ts';
import type { RelearnResult } from '#shared/contract/relearning.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client, queryClient } from '../../client/api.ts';
import { concerns } from '../../client/queries.ts';
import type { Following } from '../../graph/use-picture.ts';
import { projectQueries } from '../../project/queries.ts';
import { followAutomaton, useView } from '../../project/view.ts';
import { readStored, writeStored } from '../../ui/hooks/preferences.ts';
import { stateQueries } from '../states/index.ts';

/** An unsaved picture of another size. Its graph has an id of its own, which no automaton has. */
export interface SizePreview {
  readonly base: RunId;
  readonly states: number;
  readonly graph: AutomatonGraph;
  /** length = states of the base; the state's number in the preview, -1 if it is gone */
  readonly stateAfter: readonly number[];
  readonly following: Following;
}

let previews = 0;

/** Returns the preview that replaces the base or an earlier preview. `graph` has the id of the base. */
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

/** Maps the states of a preview to those of its base. */
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

/** Returns a preview's graph with the base's names, colors, groups and positions. */
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

/** The result of learning again from changed tags, and whether it happens automatically. */
interface ConsequenceState {
  readonly open: boolean;
  readonly atOnce: boolean;
  readonly working: boolean;
  readonly error: unknown;
  readonly kept: RelearnResult | null;
  readonly following: Following | null;
  readonly sized: SizePreview | null;
  readonly sought: { readonly automaton: RunId; readonly state: number } | null;
}

const STORED = 'relearnAtOnce';

const NOTHING = {
  open: false,
  working: false,
  error: null,
  kept: null,
  following: null,
  sized: null,
  sought: null,
} as const;

export const useConsequence = create<ConsequenceState>(() => ({
  ...NOTHING,
  atOnce: readStored(STORED, false),
}));

export function openConsequence(open: boolean): void {
  useConsequence.setState({ open });
}

export function relearnAtOnce(atOnce: boolean): void {
  writeStored(STORED, atOnce);
  useConsequence.setState({ atOnce, error: null });
}

export function forgetConsequence(): void {
  useConsequence.setState(NOTHING);
}

export function useSizePreview(automaton: RunId): SizePreview | null {
  const sized = useConsequence((state) => state.sized);
  return sized?.base === automaton ? sized : null;
}

export function dropPreview(): void {
  const { sized } = useConsequence.getState();
  if (sized) useConsequence.setState({ sized: null, following: backToBase(sized) });
}

/** Fetches everything first, so that the picture changes in one step; selection, filter and zoom stay. */
export async function goOver(
  automaton: AutomatonSummary,
  {
    to,
    stateAfter,
    kept,
    preview = null,
  }: {
    readonly to: RunId;
    readonly stateAfter: readonly number[];
    readonly kept: RelearnResult | null;
    readonly preview?: SizePreview | null;
  },
): Promise<void> {
  const { project, dialogue, run } = useView.getState();
  const shown = projectQueries.dialogue(dialogue ?? (0 as never), run ?? automaton.taggingRun, to);
  const [automata, current, read] = await Promise.all([
    client.automata.list(),
    client.projects.current(),
    preview ? null : client.automata.graph({ automaton: to }).then(readGraph),
    queryClient.prefetchQuery(stateQueries.names(to)),
    dialogue === null ? null : queryClient.prefetchQuery(shown),
  ]);
  if (useView.getState().project !== project) return;
  const summary = automata.find(({ id }) => id === to);
  const graph = read ?? (preview && summary && { ...preview.graph, summary });
  const fetched = [
    projectQueries.automata.queryKey,
    projectQueries.project.queryKey,
    projectQueries.graph(to).queryKey,
  ];
  queryClient.setQueryData(projectQueries.automata.queryKey, automata);
  queryClient.setQueryData(projectQueries.project.queryKey, current);
  if (graph) queryClient.setQueryData(projectQueries.graph(to).queryKey, graph);
  const following = preview
    ? { from: preview.graph.summary.id, to, stateAfter: preview.graph.states.roles.map((_, state) => state) }
    : { from: automaton.id, to, stateAfter };
  useConsequence.setState({ kept, following, sized: null });
  followAutomaton(automaton.id, to, stateAfter);
  const known = new Set(
    [...fetched, stateQueries.names(to).queryKey, shown.queryKey].map((key) => JSON.stringify(key)),
  );
  // The panels beside the picture load later; the next change does not wait for them.
  void queryClient.invalidateQueries({
    predicate: (query) => concerns(query.meta, ['automata']) && !known.has(JSON.stringify(query.queryKey)),
  });
}

/** Learns the shown automaton again; with the preference `atOnce`, automatically whenever it is out of date. */
export function useRelearning(automaton: AutomatonSummary | null): { readonly keep: () => void } {
  const id = automaton?.id ?? null;

  const learn = useCallback(async () => {
    if (automaton === null || id === null || useConsequence.getState().working) return;
    useConsequence.setState({ working: true, error: null });
    try {
      const result = await client.automata.relearn({ automaton: id, keep: true });
      const to = result.automaton;
      if (to === null) {
        useConsequence.setState({ working: false, kept: null });
        await queryClient.invalidateQueries({ queryKey: projectQueries.automata.queryKey });
        return;
      }
      await goOver(automaton, {
        to,
        stateAfter: result.stateAfter ?? [],
        kept: result,
      });
      useConsequence.setState({ working: false });
    } catch (error) {
      useConsequence.setState({ working: false, error });
    }
  }, [id, automaton]);

  const { atOnce, working, error } = useConsequence();
  const isDue = atOnce && !working && error === null && (automaton?.stale ?? false);
  useEffect(() => {
    if (isDue) void learn();
  }, [isDue, learn]);
  return { keep: () => void learn() };
}
