import { useCallback } from 'react';
import type { AutomatonSummary } from '#shared/contract/automata.ts';
import { useApi } from '../client/api.tsx';

/**
 * Returns a function that counts the dialogues of an automaton that visit a state outside the given ones;
 * undefined for an imported automaton, whose dialogues are not in the project.
 */
export function useCountLeaving({
  id: automaton,
  imported,
}: Pick<AutomatonSummary, 'id' | 'imported'>): ((shown: readonly number[]) => Promise<number>) | undefined {
  const { client } = useApi();
  const count = useCallback(
    async (shown: readonly number[]) =>
      (await client.automata.leaving({ automaton, shown: [...shown] })).dialogues,
    [client, automaton],
  );
  return imported ? undefined : count;
}
