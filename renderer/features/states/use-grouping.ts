import { useMutation } from '@tanstack/react-query';
import type { StatePlace } from '#shared/contract/state-names.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { about } from '../../client/queries.ts';
import { tellError } from '../../ui/overlays/toasts.tsx';

/** Saves the position of a state in the picture; null lets the layout place all states again. */
export function usePlacing(automaton: RunId) {
  const { client } = useApi();
  const { mutateAsync } = useMutation({
    mutationFn: (placed: { readonly state: number; readonly place: StatePlace } | null) =>
      client.stateNames.place({ automaton, state: placed?.state ?? null, place: placed?.place ?? null }),
    meta: about('stateNames'),
    onError: tellError,
  });
  return mutateAsync;
}

/** Puts states of an automaton into a named group (`phase`); an empty name removes them from theirs. */
export function useGrouping(automaton: RunId) {
  const { client } = useApi();
  const { mutateAsync } = useMutation({
    mutationFn: (group: { readonly states: readonly number[]; readonly phase: string }) =>
      client.stateNames.group({ automaton, states: [...group.states], phase: group.phase }),
    meta: about('stateNames'),
    onError: tellError,
  });
  return mutateAsync;
}
