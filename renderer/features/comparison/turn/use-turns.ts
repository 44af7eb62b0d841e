import { useMutation, useQuery } from '@tanstack/react-query';
import { useApi } from '../../../client/api.tsx';
import { tellError } from '../../../ui/overlays/toasts.tsx';
import { comparisonQueries } from '../../columns/index.ts';
import { compareTurn, setSeed, useCompare } from '../compare-state.ts';

/** Returns the turns of the current dialogue, and functions to move to others. */
export function useTurns() {
  const { client } = useApi();
  const turn = useCompare((state) => state.turn);
  const seed = useCompare((state) => state.seed);
  const found = useQuery({
    ...comparisonQueries(client).turns(turn?.dialogue ?? (0 as never)),
    enabled: turn !== null,
  });
  const draw = useMutation({
    mutationFn: (wanted: number) => client.comparison.randomTurn({ seed: wanted, heldOut: true }),
    onSuccess: (drawn, wanted) => {
      setSeed(wanted);
      compareTurn(drawn.dialogue, drawn.round);
    },
    onError: tellError,
  });
  const turns = turn !== null ? (found.data?.turns ?? []) : [];
  const index = turns.findIndex((other) => other.round === turn?.round);
  const goTo = (next: number) => {
    if (turn && turns[next]) compareTurn(turn.dialogue, turns[next].round);
  };
  return {
    turn,
    found: turn !== null ? found.data : undefined,
    error: found.error,
    turns,
    index,
    goTo,
    next: index >= 0 && index + 1 < turns.length ? () => goTo(index + 1) : null,
    previous: index > 0 ? () => goTo(index - 1) : null,
    seed,
    drawing: draw.isPending,
    drawFailed: draw.isError,
    draw: (wanted: number) => draw.mutate(Math.max(0, wanted)),
  };
}

export type Turns = ReturnType<typeof useTurns>;
