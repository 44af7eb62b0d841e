import { useCallback, useEffect } from 'react';
import type { AutomatonSummary } from '#shared/contract/automata.ts';
import { readGraph } from '#shared/contract/automata.ts';
import { useApi } from '../../client/api.tsx';
import { concerns } from '../../client/queries.ts';
import { projectQueries } from '../../project/queries.ts';
import { followAutomaton, useView } from '../../project/view.ts';
import { useConsequence } from './consequence-state.ts';

/**
 * Learns the shown automaton again and goes over to the new one: selection, filter, zoom and the open dialogue stay.
 * Where that is to happen at once, it does so whenever the automaton is out of date.
 */
export function useRelearning(automaton: AutomatonSummary | null): { readonly keep: () => void } {
  const { client, queryClient } = useApi();
  const id = automaton?.id ?? null;

  const learn = useCallback(async () => {
    if (id === null || useConsequence.getState().working) return;
    const { project } = useView.getState();
    const queries = projectQueries(client);
    useConsequence.setState({ working: true, error: null });
    try {
      const result = await client.automata.relearn({ automaton: id, keep: true });
      const to = result.automaton;
      if (to === null) {
        useConsequence.setState({ working: false, kept: null });
        await queryClient.invalidateQueries({ queryKey: queries.automata.queryKey });
        return;
      }
      // Everything is fetched first, so that the page goes over in one step.
      const { dialogue, run } = useView.getState();
      const shown = queries.dialogue(dialogue ?? (0 as never), run ?? automaton?.taggingRun ?? null, to);
      const [automata, current, graph] = await Promise.all([
        client.automata.list(),
        client.projects.current(),
        client.automata.graph({ automaton: to }).then(readGraph),
        dialogue === null ? null : queryClient.prefetchQuery(shown),
      ]);
      if (useView.getState().project !== project) return;
      const fetched = [queries.automata.queryKey, queries.project.queryKey, queries.graph(to).queryKey];
      queryClient.setQueryData(queries.automata.queryKey, automata);
      queryClient.setQueryData(queries.project.queryKey, current);
      queryClient.setQueryData(queries.graph(to).queryKey, graph);
      const stateAfter = result.stateAfter ?? [];
      useConsequence.setState({ working: false, kept: result, following: { from: id, to, stateAfter } });
      followAutomaton(id, to, stateAfter);
      const known = new Set([...fetched, shown.queryKey].map((key) => JSON.stringify(key)));
      await queryClient.invalidateQueries({
        predicate: (query) =>
          concerns(query.meta, ['automata']) && !known.has(JSON.stringify(query.queryKey)),
      });
    } catch (error) {
      useConsequence.setState({ working: false, error });
    }
  }, [client, queryClient, id, automaton]);

  const { atOnce, working, error } = useConsequence();
  const isDue = atOnce && !working && error === null && (automaton?.stale ?? false);
  useEffect(() => {
    if (isDue) void learn();
  }, [isDue, learn]);
  return { keep: () => void learn() };
}
