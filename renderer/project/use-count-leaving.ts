import { useCallback } from 'react';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../client/api.tsx';

/** Asks how many dialogues of an automaton visit a state outside the given ones. */
export function useCountLeaving(automaton: RunId): (shown: readonly number[]) => Promise<number> {
  const { client } = useApi();
  return useCallback(
    async (shown) => (await client.automata.leaving({ automaton, shown: [...shown] })).dialogues,
    [client, automaton],
  );
}
