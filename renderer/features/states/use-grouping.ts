import type { StatePlace } from '#shared/contract/state-names.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about } from '../../client/queries.ts';
import { useAction } from '../../ui/overlays/toasts.tsx';

export function usePlacing(automaton: RunId) {
  const { mutateAsync } = useAction(
    (placed: { readonly state: number; readonly place: StatePlace } | null) =>
      client.stateNames.place({ automaton, state: placed?.state ?? null, place: placed?.place ?? null }),
    { meta: about('stateNames') },
  );
  return mutateAsync;
}

export function useGrouping(automaton: RunId) {
  const { mutateAsync } = useAction(
    (group: { readonly states: readonly number[]; readonly phase: string }) =>
      client.stateNames.group({ automaton, states: [...group.states], phase: group.phase }),
    { meta: about('stateNames') },
  );
  return mutateAsync;
}
