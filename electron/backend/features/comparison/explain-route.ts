import type { LearnedPaper } from '#shared/algorithms/automaton/learn.ts';
import { delta } from '#shared/algorithms/automaton/reading/delta.ts';
import type { Route } from '#shared/algorithms/automaton/routing/route.ts';
import { trackContext } from '#shared/algorithms/retrieval/context/context-parts.ts';
import { contextStructure } from '#shared/algorithms/retrieval/context/context-structure.ts';
import type { LearnedContext } from '#shared/algorithms/retrieval/context/learn-context.ts';
import type { Retrieval } from '#shared/algorithms/retrieval/query.ts';
import type { RetrievalRound } from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import type { ComparedColumn } from '#shared/contract/comparison.ts';
import type { AutomatonStructure } from '#shared/domain/automaton.ts';
import { describeContextRoute } from '../automata/index.ts';
import type { ComparedMethod } from '../retrieval/index.ts';

type ContractRoute = NonNullable<ComparedColumn['route']>;

/** A route as the contract tells it, but for the run that keeps its automaton; `kept` says whether one does. */
export interface ExplainedRoute {
  readonly route: ContractRoute;
  readonly kept: boolean;
}

/** Turns routes of the index' automata into what a page shows and lights. */
export function createRouteExplainer({ automaton: paper }: LearnedPaper, learned: LearnedContext) {
  const context = trackContext(learned.corpus, learned.automaton);
  const { support } = contextStructure(context);

  return (
    method: ComparedMethod,
    { route, contextRoute }: Retrieval,
    history: readonly RetrievalRound[],
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
        kept: true,
        route: {
          kind: 'context',
          automaton: null,
          steps,
          path: [...path],
          state,
          support: support[state]!,
          backedOff,
          stoppedBecause,
        },
      };
    }
    if (!route) return null;
    // The other readings of the paper route through trees of their own, which are not kept.
    const kept = method === 'dfa-paper';
    return {
      kept,
      route: {
        kind: 'paper',
        automaton: null,
        steps: route.steps.map(({ round, role, tags, matched, state, support: reached }) => ({
          round,
          role,
          tags: [...tags],
          matched: [...matched],
          state,
          support: reached,
        })),
        path: kept ? pathOf(paper, route) : [0, ...route.steps.map(({ state }) => state)],
        state: route.state,
        support: route.support,
        stoppedBecause: route.stoppedBecause,
      },
    };
  };
}

/** Every state that a route went through, from q₀, in order. */
function pathOf(automaton: AutomatonStructure, { steps }: Route): number[] {
  const ids = new Map(automaton.symbols.map(({ role, tag }, id) => [`${role} ${tag}`, id]));
  const path = [0];
  for (const { role, matched } of steps) {
    for (const tag of matched) {
      path.push(delta(automaton, path.at(-1) ?? 0, ids.get(`${role} ${tag}`) ?? -1));
    }
  }
  return path;
}
