import type { Route } from '#shared/algorithms/automaton/routing/route.ts';
import { trackContext } from '#shared/algorithms/retrieval/context/context-parts.ts';
import { contextStructure } from '#shared/algorithms/retrieval/context/context-structure.ts';
import type { LearnedContext } from '#shared/algorithms/retrieval/context/learn-context.ts';
import type { RoutedAutomata } from '#shared/algorithms/retrieval/methods.ts';
import type { Retrieval } from '#shared/algorithms/retrieval/query.ts';
import type { RetrievalTurn } from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import type { PastRoute } from '#shared/contract/comparison.ts';
import { describeContextRoute } from '../automata/index.ts';
import type { ComparedMethod } from '../retrieval/index.ts';

/** A route as in the contract, but with the kind of its automaton (`through`) instead of the automaton's run. */
export interface ExplainedRoute {
  readonly route: PastRoute;
  readonly through: keyof RoutedAutomata;
}

/** Returns a function that describes routes through the automata of an index for the page. */
export function createRouteExplainer(learned: LearnedContext) {
  const context = trackContext(learned.corpus, learned.automaton);
  const { support } = contextStructure(context);

  return (
    method: ComparedMethod,
    { route, contextRoute }: Retrieval,
    history: readonly RetrievalTurn[],
  ): ExplainedRoute | null => {
    if (contextRoute) {
      const { steps, stoppedBecause } = describeContextRoute(
        context,
        contextRoute,
        history,
        history.length,
        support,
      );
      const { path, state, backedOff } = contextRoute;
      return {
        through: 'context',
        route: {
          kind: 'context',
          steps,
          path: [...path],
          state,
          support: support[state]!,
          backedOff,
          stoppedBecause,
        },
      };
    }
    return route
      ? { through: method === 'dfa-paper' ? 'paper' : 'tree', route: explainPaperRoute(route) }
      : null;
  };
}

function explainPaperRoute({ steps, path, state, support, stoppedBecause }: Route): PastRoute {
  return {
    kind: 'paper',
    steps: steps.map(({ turn, role, tags, matched, state: reached, support: tracked }) => ({
      turn,
      role,
      tags: [...tags],
      matched: [...matched],
      state: reached,
      support: tracked,
    })),
    path: [...path],
    state,
    support,
    stoppedBecause,
  };
}
