import { type RetrievalQuery, type Retriever, skipperOf } from '../query.ts';
import type { RetrievalCorpus } from '../retrieval-corpus.ts';
import { drawTurns } from '../simple-retrievers.ts';
import { routeContext } from './context-route.ts';
import type { ContextAutomaton } from './context-states.ts';

/** The context automaton alone: random turns of the deepest state of the route that has enough of them. */
export function contextRetriever(
  corpus: RetrievalCorpus,
  automaton: ContextAutomaton,
  seed: number,
): Retriever {
  return {
    name: 'context',
    retrieve: (query, count) => {
      const supportOf = supportWithout(corpus, automaton, query);
      const contextRoute = routeContext(automaton, query.history, query.position, count, supportOf);
      const { state } = contextRoute;
      const tracked = automaton.turns.slice(automaton.rangeStarts[state], automaton.rangeEnds[state]);
      return { candidates: drawTurns(corpus, query, tracked, count, seed, { state }), contextRoute };
    },
  };
}

/** |I(q)| without the turns of the dialogue that asks. */
function supportWithout(
  corpus: RetrievalCorpus,
  automaton: ContextAutomaton,
  query: RetrievalQuery,
): (state: number) => number {
  const skip = skipperOf(corpus, query.excludedDialogue);
  return (state) => {
    const start = automaton.rangeStarts[state];
    const end = automaton.rangeEnds[state];
    if (!skip) return end - start;
    return automaton.turns.subarray(start, end).reduce((sum, turn) => sum + (skip(turn) ? 0 : 1), 0);
  };
}
