import { useMutation, useQuery } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { Simulation } from '#shared/contract/simulator.ts';
import { useApi } from '../../client/api.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { simulatorQueries } from './queries.ts';

type Act = (simulator: DialogramClient['simulator']) => Promise<Simulation>;

export interface Acting {
  /** Changes the dialogue and shows the result. Failures are shown as notices. */
  readonly act: (act: Act) => Promise<Simulation | null>;
  readonly busy: boolean;
}

/** Returns the dialogue, and a function to change it. */
export function useSimulation() {
  const { client, queryClient } = useApi();
  const { current } = simulatorQueries(client);
  const simulation = useQuery(current);
  const mutation = useMutation({
    // One after another, in the order of the keys.
    scope: { id: 'simulation' },
    mutationFn: async (act: Act) => {
      // An answer that is in flight would show the previous state.
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
