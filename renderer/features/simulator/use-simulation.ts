import { useMutation, useQuery } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { Simulation } from '#shared/contract/simulator.ts';
import { useApi } from '../../client/api.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { simulatorQueries } from './queries.ts';

type Act = (simulator: DialogramClient['simulator']) => Promise<Simulation>;

export interface Acting {
  /** Does something to the conversation; the page then shows what came of it. Failures are told. */
  readonly act: (act: Act) => Promise<Simulation | null>;
  readonly busy: boolean;
}

/** The conversation, and what can be done to it. */
export function useSimulation() {
  const { client, queryClient } = useApi();
  const { current } = simulatorQueries(client);
  const simulation = useQuery(current);
  const mutation = useMutation({
    // One after the other, in the order of the keys.
    scope: { id: 'simulation' },
    mutationFn: async (act: Act) => {
      // An answer on its way would show what was before.
      await queryClient.cancelQueries({ queryKey: current.queryKey });
      return act(client.simulator);
    },
    onSuccess: (next) => queryClient.setQueryData(current.queryKey, next),
    onError: tellError,
  });
  const acting: Acting = {
    act: (act) => mutation.mutateAsync(act).catch(() => null),
    busy: mutation.isPending,
  };
  return { simulation, ...acting };
}
