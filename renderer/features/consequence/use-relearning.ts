import { useCallback, useEffect } from 'react';
import type { AutomatonSummary } from '#shared/contract/automata.ts';
import { useApi } from '../../client/api.tsx';
import { projectQueries } from '../../project/queries.ts';
import { goOver, useConsequence } from './consequence-state.ts';

/**
 * Learns the shown automaton again and shows the result. Selection, filter, zoom and the open dialogue stay.
 * With the preference `atOnce` it does so whenever the automaton is out of date.
 */
export function useRelearning(automaton: AutomatonSummary | null): { readonly keep: () => void } {
  const { client, queryClient } = useApi();
  const id = automaton?.id ?? null;

  const learn = useCallback(async () => {
    if (automaton === null || id === null || useConsequence.getState().working) return;
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
      await goOver({ client, queryClient }, automaton, {
        to,
        stateAfter: result.stateAfter ?? [],
        kept: result,
      });
      useConsequence.setState({ working: false });
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
