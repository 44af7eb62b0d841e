import { useMutation, useQuery } from '@tanstack/react-query';
import { createContext, type KeyboardEvent, useContext, useEffect, useRef, useState } from 'react';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { Simulation } from '#shared/contract/simulator.ts';
import { required } from '#shared/domain/required.ts';
import { client, queryClient } from '../../client/api.ts';
import { useKeptFocus } from '../../ui/hooks/focus.ts';
import { nextIndex } from '../../ui/lists/virtual-list.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { simulatorQueries } from './simulate-state.ts';

/**
 * Makes the turns a list with one tab stop: arrow keys move, Enter rewinds.
 * `at` counts the turns before the current position. `isThere` scrolls the last turn into view once it is answered.
 */
export function useTurnList(
  { count, at, isThere = true }: { readonly count: number; readonly at: number; readonly isThere?: boolean },
  onRewind: (turns: number) => void,
) {
  const ref = useRef<HTMLOListElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const tabStop = Math.max(0, Math.min(focused ?? at - 1, count - 1));
  const turnAt = (index: number): HTMLElement | null => {
    const turn = ref.current?.children[index];
    return turn instanceof HTMLElement ? turn : null;
  };
  useKeptFocus(ref, () => turnAt(tabStop));

  // The newest turn matters most.
  useEffect(() => {
    if (isThere) ref.current?.children[Math.max(0, at - 1)]?.scrollIntoView({ block: 'nearest' });
  }, [at, isThere]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== turnAt(tabStop)) return;
    const next = nextIndex(event.key, tabStop, count, { axis: 'vertical' });
    if (next !== null) turnAt(next)?.focus();
    else if (event.key === 'Enter') onRewind(tabStop + 1);
    else return;
    event.preventDefault();
  };
  return { tabStop, setFocused, list: { ref, onKeyDown } };
}

type Act = (simulator: DialogramClient['simulator']) => Promise<Simulation>;

export interface Running {
  readonly simulation: Simulation;
  readonly act: (act: Act) => Promise<Simulation | null>;
  readonly busy: boolean;
}

export const SimulationContext = createContext<Running | undefined>(undefined);

export const useSimulation = (): Running => required(useContext(SimulationContext), 'simulation');

export function useRunningSimulation() {
  const { current } = simulatorQueries;
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
  const act = (act: Act) => mutation.mutateAsync(act).catch(() => null);
  return { simulation, act, busy: mutation.isPending };
}
