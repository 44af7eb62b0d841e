import type { Retrieval } from '#shared/algorithms/retrieval/query.ts';

export interface RouteEnd {
  readonly reason: string;
  /** Index of the turn where the route ended. In a context automaton, how many turns back the state looks. */
  readonly at: number;
}

/** Returns where the route ended, and why; null for methods without a route. */
export function routeEnd({ route, contextRoute }: Retrieval): RouteEnd | null {
  if (route) {
    const { stopped } = route;
    return { reason: stopped.kind, at: stopped.kind === 'end-of-dialogue' ? stopped.turns : stopped.turn };
  }
  if (!contextRoute) return null;
  const { steps, state, backedOff } = contextRoute;
  const entered = steps.find((step) => step.outcome === 'matched' && step.state === state);
  return { reason: backedOff > 0 ? 'backed-off-for-support' : 'deepest-state', at: entered?.back ?? 0 };
}
